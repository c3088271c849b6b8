/* Pinocchio's opinion, where its Python package is installed: the package carries the C++
 * library and its headers. */
#include "opinion.h"

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
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
    std::vector<pinocchio::FrameIndex> force_frames, frames;
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
    for (uint32_t i = 0; i < r->frames_count; i++) { /* a frame of the model for each point */
        const double *at = r->frames[i].at_m;
        const pinocchio::Frame &link =
            o->model.frames[o->model.getFrameId(r->frames[i].link, pinocchio::BODY)];
        const pinocchio::SE3 point(Eigen::Matrix3d::Identity(),
                                   Eigen::Vector3d(at[0], at[1], at[2]));
        o->frames.push_back(o->model.addFrame(
            pinocchio::Frame("outside " + std::to_string(i), link.parentJoint,
                             link.placement * point, pinocchio::OP_FRAME),
            false));
    }
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

void set_state(opinion *o, const opinion_state *s)
{
    for (size_t i = 0; i < o->order.size(); i++) {
        const auto &joint = o->model.joints[o->order[i]];
        set_position(o->q, joint.idx_q(), joint.nq(), s->q[i]);
        o->qd[joint.idx_v()] = s->qd[i];
        o->qdd[joint.idx_v()] = s->qdd[i];
    }
    if (o->floating)
        set_base(o, s);
}

void pinocchio_torques(opinion *o, const opinion_state *s, double *torque, double wrench[6])
{
    set_state(o, s);
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

/* Pinocchio's number of each freedom: those of the base first. */
std::vector<int> freedoms_of(const opinion *o)
{
    std::vector<int> all;
    for (int i = 0; o->floating && i < 6; i++)
        all.push_back(i);
    for (const pinocchio::JointIndex joint : o->order)
        all.push_back(o->model.joints[joint].idx_v());
    return all;
}

void store(const opinion *o, const Eigen::MatrixXd &m, double *out)
{
    const std::vector<int> freedom = freedoms_of(o);
    for (const int row : freedom)
        for (const int column : freedom)
            *out++ = m(row, column);
}

/* The triangle above the diagonal is what these calls fill. */
Eigen::MatrixXd whole(const Eigen::MatrixXd &upper)
{
    return upper.selfadjointView<Eigen::Upper>();
}

void answer_acceleration(opinion *o, const opinion_state *s, double *out)
{
    Eigen::VectorXd tau(o->model.nv);
    for (size_t i = 0; i < o->order.size(); i++)
        tau[o->model.joints[o->order[i]].idx_v()] = s->tau[i];
    for (int i = 0; o->floating && i < 6; i++)
        tau[i] = s->wrench[i];
    const Eigen::VectorXd qdd = pinocchio::aba(o->model, *o->data, o->q, o->qd, tau);
    double *to = out;
    for (const int i : freedoms_of(o))
        *to++ = qdd[i];
    if (!o->floating)
        return;
    const Eigen::Quaterniond turn(s->attitude[0], s->attitude[1], s->attitude[2], s->attitude[3]);
    const Eigen::Vector3d falling = turn.conjugate() * o->model.gravity.linear();
    for (int i = 0; i < 3; i++)
        out[i] -= falling[i];
}

/* Its derivatives of a floating base are for another acceleration than ours (spatial), so only
 * those of a fixed one are asked for. */
bool answer_derivatives(opinion *o, opinion_question what, double *out)
{
    if (o->floating)
        return false;
    pinocchio::computeRNEADerivatives(o->model, *o->data, o->q, o->qd, o->qdd);
    store(o, what == QUESTION_TAU_Q ? o->data->dtau_dq : o->data->dtau_dv, out);
    return true;
}

void put(const Eigen::Vector3d &v, double *to)
{
    for (int i = 0; i < 3; i++)
        to[i] = v[i];
}

void answer_frame(opinion *o, opinion_question what, pinocchio::FrameIndex frame, double *out)
{
    const auto axes = pinocchio::LOCAL_WORLD_ALIGNED;
    if (what == QUESTION_POSE) {
        const pinocchio::SE3 &at = o->data->oMf[frame];
        put(at.translation(), out);
        for (int row = 0; row < 3; row++)
            put(at.rotation().row(row), out + 3 + 3 * row);
    } else if (what == QUESTION_JACOBIAN) {
        Eigen::MatrixXd j = Eigen::MatrixXd::Zero(6, o->model.nv);
        pinocchio::computeFrameJacobian(o->model, *o->data, o->q, frame, axes, j);
        for (int row = 0; row < 6; row++)
            for (const int column : freedoms_of(o))
                *out++ = j(row, column);
    } else {
        const pinocchio::Motion m =
            what == QUESTION_VELOCITY
                ? pinocchio::getFrameVelocity(o->model, *o->data, frame, axes)
                : pinocchio::getFrameClassicalAcceleration(o->model, *o->data, frame, axes);
        put(m.linear(), out);
        put(m.angular(), out + 3);
    }
}

void answer_frames(opinion *o, opinion_question what, double *out)
{
    if (o->floating) {
        o->q.head<7>() << 0, 0, 0, 0, 0, 0, 1;
        o->qd.head<6>().setZero();
        o->qdd.head<6>().setZero();
    }
    pinocchio::forwardKinematics(o->model, *o->data, o->q, o->qd, o->qdd);
    pinocchio::updateFramePlacements(o->model, *o->data);
    const size_t words = what == QUESTION_POSE       ? 12
                         : what == QUESTION_JACOBIAN ? 6 * freedoms_of(o).size()
                                                     : 6;
    for (size_t k = 0; k < o->frames.size(); k++)
        answer_frame(o, what, o->frames[k], out + words * k);
}

bool pinocchio_answer(opinion *o, opinion_question what, const opinion_state *s, double *out)
{
    set_state(o, s);
    switch (what) {
    case QUESTION_MASS:
        store(o, whole(pinocchio::crba(o->model, *o->data, o->q)), out);
        return true;
    case QUESTION_MINV:
        store(o, whole(pinocchio::computeMinverse(o->model, *o->data, o->q)), out);
        return true;
    case QUESTION_ACCELERATION:
        answer_acceleration(o, s, out);
        return true;
    case QUESTION_TAU_Q:
    case QUESTION_TAU_QD:
        return answer_derivatives(o, what, out);
    case QUESTION_POSE:
    case QUESTION_VELOCITY:
    case QUESTION_FRAME_ACCELERATION:
    case QUESTION_JACOBIAN:
        answer_frames(o, what, out);
        return true;
    default:
        return false;
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
        "Pinocchio",       pinocchio_open,   nullptr,       nullptr,        nullptr, pinocchio_bind,
        pinocchio_torques, pinocchio_answer, pinocchio_run, pinocchio_close};
    return &library;
}
