/* Pinocchio's opinion, where its Python package is installed: the package carries the C++
 * library and its headers. */
#include "opinion.h"

#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>
#include <pinocchio/parsers/urdf.hpp>

#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

struct opinion {
    pinocchio::Model model;
    std::unique_ptr<pinocchio::Data> data;
    bool floating = false;
    std::vector<pinocchio::JointIndex> order;
    std::vector<pinocchio::FrameIndex> force_frames;
    Eigen::VectorXd q, qd, qdd;
};

namespace {

opinion *pinocchio_open(const opinion_request *r, char *why, size_t why_bytes)
{
    if (r->tip) {
        std::snprintf(why, why_bytes, "it does not cut robots");
        return nullptr;
    }
    auto o = std::make_unique<opinion>();
    o->floating = r->floating_base;
    try {
        if (o->floating)
            pinocchio::urdf::buildModel(r->path, pinocchio::JointModelFreeFlyer(), o->model);
        else
            pinocchio::urdf::buildModel(r->path, o->model);
    } catch (const std::exception &failure) {
        std::snprintf(why, why_bytes, "%s", failure.what());
        return nullptr;
    }
    for (uint32_t i = 0; i < r->force_links_count; i++)
        o->force_frames.push_back(o->model.getFrameId(r->force_links[i], pinocchio::BODY));
    o->model.gravity.linear() << r->gravity_ms2[0], r->gravity_ms2[1], r->gravity_ms2[2];
    o->data = std::make_unique<pinocchio::Data>(o->model);
    o->q = pinocchio::neutral(o->model);
    o->qd = o->qdd = Eigen::VectorXd::Zero(o->model.nv);
    return o.release();
}

bool pinocchio_bind(opinion *o, const char *const *names, uint32_t count)
{
    o->order.clear();
    for (uint32_t i = 0; i < count; i++) {
        if (!o->model.existJointName(names[i]))
            return false;
        o->order.push_back(o->model.getJointId(names[i]));
    }
    return static_cast<int>(count) + (o->floating ? 6 : 0) == o->model.nv;
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

/* The free flyer's velocity, acceleration and force are all in link axes; at zero linear velocity
 * the spatial acceleration is that of the origin. */
void set_base(opinion *o, const opinion_state *s)
{
    const Eigen::Quaterniond turn(s->attitude[0], s->attitude[1], s->attitude[2], s->attitude[3]);
    const Eigen::Vector3d falling = turn.conjugate() * o->model.gravity.linear();
    o->q.head<3>().setZero();
    o->q.segment<4>(3) = turn.coeffs();
    for (int i = 0; i < 3; i++) {
        o->qd[i] = 0;
        o->qd[3 + i] = s->omega[i];
        o->qdd[i] = s->acc[i] + falling[i];
        o->qdd[3 + i] = s->omegad[i];
    }
}

void pinocchio_torques(opinion *o, const opinion_state *s, double *torque, double wrench[6])
{
    for (size_t i = 0; i < o->order.size(); i++) {
        const auto &joint = o->model.joints[o->order[i]];
        set_position(o->q, joint.idx_q(), joint.nq(), s->q[i]);
        o->qd[joint.idx_v()] = s->qd[i];
        o->qdd[joint.idx_v()] = s->qdd[i];
    }
    if (o->floating)
        set_base(o, s);
    std::vector<pinocchio::Force> forces(o->model.joints.size(), pinocchio::Force::Zero());
    for (size_t i = 0; i < o->force_frames.size(); i++) {
        const pinocchio::Frame &frame = o->model.frames[o->force_frames[i]];
        const double *f = s->forces + 6 * i;
        forces[frame.parentJoint] += frame.placement.act(
            pinocchio::Force(Eigen::Vector3d(f[0], f[1], f[2]), Eigen::Vector3d(f[3], f[4], f[5])));
    }
    const Eigen::VectorXd &result = pinocchio::rnea(o->model, *o->data, o->q, o->qd, o->qdd,
                                                    forces);
    for (size_t i = 0; i < o->order.size(); i++)
        torque[i] = result[o->model.joints[o->order[i]].idx_v()];
    for (int i = 0; o->floating && i < 6; i++)
        wrench[i] = result[i];
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
    static const opinion_library library = {"Pinocchio",       pinocchio_open, nullptr,
                                            nullptr,           nullptr,        pinocchio_bind,
                                            pinocchio_torques, pinocchio_run,  pinocchio_close};
    return &library;
}
