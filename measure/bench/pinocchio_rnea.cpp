/* SPDX-License-Identifier: MIT */
/* Pinocchio's inverse dynamics in a loop, for measure/bench/cpu.c: the C++ library that its Python
 * package carries, fixed bases. */
#include "opinion.h"

#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>
#include <pinocchio/parsers/urdf.hpp>

#include <cmath>
#include <cstdio>
#include <memory>

struct opinion {
    pinocchio::Model model;
    std::unique_ptr<pinocchio::Data> data;
    Eigen::VectorXd q, qd, qdd;
};

namespace {

opinion *pinocchio_open(const opinion_request *r, char *why, size_t why_bytes)
{
    auto o = std::make_unique<opinion>();
    try {
        pinocchio::urdf::buildModel(r->path, o->model);
    } catch (const std::exception &failure) {
        std::snprintf(why, why_bytes, "%s", failure.what());
        return nullptr;
    }
    o->model.gravity.linear() << r->gravity_ms2[0], r->gravity_ms2[1], r->gravity_ms2[2];
    o->data = std::make_unique<pinocchio::Data>(o->model);
    o->q = pinocchio::neutral(o->model);
    o->qd = o->qdd = Eigen::VectorXd::Zero(o->model.nv);
    return o.release();
}

/* A continuous joint's position is a cosine and a sine in Pinocchio. */
void set_position(Eigen::VectorXd &q, int at, int words, double angle)
{
    if (words == 2) {
        q[at] = std::cos(angle);
        q[at + 1] = std::sin(angle);
    } else {
        q[at] = angle;
    }
}

void pinocchio_run(opinion *o, uint32_t count, const double *q, const double *qd, const double *qdd,
                   double *torque)
{
    const int n = o->model.nv;
    for (uint32_t s = 0; s < count; s++, q += n, qd += n, qdd += n, torque += n) {
        for (size_t i = 1; i < o->model.joints.size(); i++) {
            const auto &joint = o->model.joints[i];
            set_position(o->q, joint.idx_q(), joint.nq(), q[joint.idx_v()]);
        }
        o->qd = Eigen::Map<const Eigen::VectorXd>(qd, n);
        o->qdd = Eigen::Map<const Eigen::VectorXd>(qdd, n);
        Eigen::Map<Eigen::VectorXd>(torque, n) = pinocchio::rnea(o->model, *o->data, o->q, o->qd,
                                                                 o->qdd);
    }
}

void pinocchio_close(opinion *o) { delete o; }

} // namespace

const opinion_library *opinion_library_here(void)
{
    static const opinion_library library = {
        "Pinocchio", pinocchio_open, nullptr, nullptr,       nullptr,
        nullptr,     nullptr,        nullptr, pinocchio_run, pinocchio_close};
    return &library;
}
