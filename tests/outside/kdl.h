/* SPDX-License-Identifier: MIT */
/* What KDL's two files share. */
#ifndef TAUFLOW_OUTSIDE_KDL_H
#define TAUFLOW_OUTSIDE_KDL_H

#include "opinion.h"

#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/tree.hpp>
#include <kdl/treeidsolver_recursive_newton_euler.hpp>
#include <urdf_parser/urdf_parser.h>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct kdl_frame {
    std::string link;
    KDL::Vector at;
    KDL::Chain chain;
    std::vector<unsigned> joints; /* KDL's coordinates of the tree, in the order of the chain */
};

struct opinion {
    urdf::ModelInterfaceSharedPtr model;
    KDL::Tree tree;
    urdf::LinkConstSharedPtr root;
    bool floating = false, cut = false;
    std::set<std::string> path; /* if cut: the links from root to tip */
    std::string tip;
    std::vector<opinion_joint> joints; /* texts belong to model and part_names */
    std::deque<std::string> part_names;
    const char *last_link = nullptr;
    std::vector<std::string> force_links;
    std::vector<kdl_frame> frames;
    KDL::Vector gravity;
    std::vector<unsigned> order; /* KDL's coordinate of each bound joint */
    std::map<std::string, unsigned> coordinate;
    std::unique_ptr<KDL::TreeIdSolver_RNE> solver;
    std::unique_ptr<KDL::ChainIdSolver_RNE> chain_solver; /* serial robots: KDL's faster solver */
    KDL::Chain chain;
    std::unique_ptr<KDL::TreeIdSolver_RNE> weightless;
    KDL::JntArray q, qd, qdd, torque;
};

const unsigned BASE_FREEDOMS = 6;

void kdl_set_joints(opinion *o, const opinion_state *s);
bool kdl_answer(opinion *o, opinion_question what, const opinion_state *s, double *out);

#endif
