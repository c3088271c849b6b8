/* What the parts of Pinocchio's opinion share: pinocchio.cpp has trees, pinocchio_loops.cpp closed
 * loops. */
#ifndef TAUFLOW_OUTSIDE_PINOCCHIO_PARTS_H
#define TAUFLOW_OUTSIDE_PINOCCHIO_PARTS_H

#include "opinion.h"

#include <pinocchio/multibody.hpp>

#include <memory>
#include <vector>

struct opinion {
    pinocchio::Model model;
    std::unique_ptr<pinocchio::Data> data;
    bool floating = false;
    std::vector<pinocchio::JointIndex> order;
    std::vector<pinocchio::FrameIndex> force_frames, frames;
    Eigen::VectorXd q, qd, qdd;
};

/* Positions, velocities and accelerations as Pinocchio wants them. */
void pinocchio_set_state(opinion *o, const opinion_state *s);

const char *pinocchio_closed(opinion *o, const opinion_loops *l, const opinion_state *s,
                             double *qdd, double *gap);

#endif
