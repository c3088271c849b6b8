/* SPDX-License-Identifier: MIT */
#include "pinocchio.h"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>
#include <pinocchio/parsers/urdf.hpp>

#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

struct pinocchio_bench {
    pinocchio::Model model;
    std::unique_ptr<pinocchio::Data> data;
    std::vector<Eigen::VectorXd> q, v, a;
};

namespace {

using pinocchio::Convention;
using state_function = void (*)(pinocchio_bench &b, size_t s);

/* A way to compute a function in state s; where Pinocchio has two conventions, each is a way. */
struct way {
    const char *function;
    state_function run;
};

const way WAYS[] = {
    {"id", [](pinocchio_bench &b, size_t s) {
         pinocchio::rnea(b.model, *b.data, b.q[s], b.v[s], b.a[s]);
     }},
    {"gravity", [](pinocchio_bench &b, size_t s) {
         pinocchio::computeGeneralizedGravity(b.model, *b.data, b.q[s]);
     }},
    {"bias", [](pinocchio_bench &b, size_t s) {
         pinocchio::nonLinearEffects(b.model, *b.data, b.q[s], b.v[s]);
     }},
    {"mass", [](pinocchio_bench &b, size_t s) {
         pinocchio::crba(b.model, *b.data, b.q[s], Convention::WORLD);
     }},
    {"mass", [](pinocchio_bench &b, size_t s) {
         pinocchio::crba(b.model, *b.data, b.q[s], Convention::LOCAL);
     }},
    {"fd", [](pinocchio_bench &b, size_t s) {
         pinocchio::aba(b.model, *b.data, b.q[s], b.v[s], b.a[s], Convention::WORLD);
     }},
    {"fd", [](pinocchio_bench &b, size_t s) {
         pinocchio::aba(b.model, *b.data, b.q[s], b.v[s], b.a[s], Convention::LOCAL);
     }},
    {"minv", [](pinocchio_bench &b, size_t s) {
         pinocchio::computeMinverse(b.model, *b.data, b.q[s]);
     }},
    {"id-derivatives", [](pinocchio_bench &b, size_t s) {
         pinocchio::computeRNEADerivatives(b.model, *b.data, b.q[s], b.v[s], b.a[s]);
     }},
    {"fd-derivatives", [](pinocchio_bench &b, size_t s) {
         pinocchio::computeABADerivatives(b.model, *b.data, b.q[s], b.v[s], b.a[s]);
     }},
    {"position", [](pinocchio_bench &b, size_t s) {
         pinocchio::forwardKinematics(b.model, *b.data, b.q[s]);
     }},
    {"velocity", [](pinocchio_bench &b, size_t s) {
         pinocchio::forwardKinematics(b.model, *b.data, b.q[s], b.v[s]);
     }},
    {"acceleration", [](pinocchio_bench &b, size_t s) {
         pinocchio::forwardKinematics(b.model, *b.data, b.q[s], b.v[s], b.a[s]);
     }},
    {"jacobian", [](pinocchio_bench &b, size_t s) {
         pinocchio::computeJointJacobians(b.model, *b.data, b.q[s]);
     }},
};

uint32_t ways(const char *function)
{
    uint32_t count = 0;
    for (const way &w : WAYS)
        count += std::strcmp(w.function, function) == 0;
    return count;
}

void run(pinocchio_bench *b, const char *function, uint32_t number)
{
    for (const way &w : WAYS) {
        if (std::strcmp(w.function, function) != 0 || number-- != 0)
            continue;
        for (size_t s = 0; s < b->q.size(); s++)
            w.run(*b, s);
    }
}

/* Positions of up to 3 rad or m; what is a quaternion, or a cosine and a sine, is made a unit. */
void make_states(pinocchio_bench &b, uint32_t states)
{
    std::mt19937 source(1);
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto draw = [&](double reach) { return reach * unit(source); };
    for (uint32_t s = 0; s < states; s++) {
        Eigen::VectorXd q(b.model.nq), v(b.model.nv), a(b.model.nv);
        for (int i = 0; i < b.model.nq; i++)
            q[i] = draw(3);
        for (int i = 0; i < b.model.nv; i++) {
            v[i] = draw(2);
            a[i] = draw(5);
        }
        pinocchio::normalize(b.model, q);
        b.q.push_back(q);
        b.v.push_back(v);
        b.a.push_back(a);
    }
}

pinocchio_bench *open(const char *path, bool floating, uint32_t states, char *why, size_t why_bytes)
{
    auto b = std::make_unique<pinocchio_bench>();
    try {
        if (floating)
            pinocchio::urdf::buildModel(path, pinocchio::JointModelFreeFlyer(), b->model);
        else
            pinocchio::urdf::buildModel(path, b->model);
    } catch (const std::exception &failure) {
        std::snprintf(why, why_bytes, "%s", failure.what());
        return nullptr;
    }
    b->data = std::make_unique<pinocchio::Data>(b->model);
    make_states(*b, states);
    return b.release();
}

} // namespace

const pinocchio_functions *pinocchio_functions_here(void)
{
    static const pinocchio_functions functions = {open, ways, run};
    return &functions;
}
