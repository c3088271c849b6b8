/* SPDX-License-Identifier: MIT */
/* Operations of CasADi's code for Pinocchio's functions, whose algorithms run here on CasADi's
 * symbols in place of numbers; then common subexpressions are eliminated, as CasADi can.
 *
 *   casadi_counts ROBOT.urdf[:floating]...
 *
 * A line per robot and function: name (and :floating), function, mul, add (with sub and signs),
 * div, others. Of Pinocchio's two conventions the cheaper one. */
#include <casadi/casadi.hpp>
#include <pinocchio/autodiff/casadi.hpp>

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>
#include <pinocchio/parsers/urdf.hpp>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using SX = casadi::SX;
using Model = pinocchio::ModelTpl<SX>;
using Data = pinocchio::DataTpl<SX>;
using Vector = Eigen::Matrix<SX, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<SX, Eigen::Dynamic, Eigen::Dynamic>;
using pinocchio::Convention;

struct state {
    SX symbols_q, symbols_v, symbols_a;
    Vector q, v, a;
};

struct counts {
    long mul = 0, add = 0, div = 0, others = 0;
    long sum() const { return mul + add + div; }
};

Vector numbers(const SX &symbols)
{
    Vector v(symbols.rows());
    for (casadi_int i = 0; i < symbols.rows(); i++)
        v[i] = symbols(i);
    return v;
}

/* Of a symmetric matrix one triangle. */
SX expression(const Matrix &m, bool upper_only)
{
    SX all;
    for (Eigen::Index i = 0; i < m.rows(); i++)
        for (Eigen::Index j = upper_only ? i : 0; j < m.cols(); j++)
            all = vertcat(all, m(i, j));
    return all;
}

/* What a matrix changes by, row by row: of each entry, all or those on and below the diagonal, by
 * every number, or by those up to the entry's column, which with symmetric seconds say it all. */
SX changes(const Matrix &m, const SX &by, bool lower_only, bool up_to_column)
{
    const SX slopes = jacobian(expression(m, false), by);
    SX all;
    for (Eigen::Index i = 0; i < m.rows(); i++)
        for (Eigen::Index j = 0; j < (lower_only ? i + 1 : m.cols()); j++)
            for (Eigen::Index k = 0; k < (up_to_column ? j + 1 : by.rows()); k++)
                all = vertcat(all, slopes(i * m.cols() + j, k));
    return all;
}

counts count(const state &s, const std::vector<SX> &results)
{
    casadi::Function f("f", {s.symbols_q, s.symbols_v, s.symbols_a}, {cse(vertcat(results))});
    counts c;
    for (casadi_int i = 0; i < f.n_instructions(); i++)
        switch (f.instruction_id(i)) {
        case casadi::OP_MUL:
        case casadi::OP_SQ:
            c.mul++;
            break;
        case casadi::OP_ADD:
        case casadi::OP_SUB:
        case casadi::OP_NEG:
        case casadi::OP_TWICE:
            c.add++;
            break;
        case casadi::OP_DIV:
        case casadi::OP_INV:
            c.div++;
            break;
        case casadi::OP_INPUT:
        case casadi::OP_OUTPUT:
        case casadi::OP_CONST:
        case casadi::OP_SIN:
        case casadi::OP_COS:
            break;
        default:
            c.others++;
        }
    return c;
}

/* By pairs of positions, of a position and a velocity, of velocities; of the last by positions. */
std::vector<SX> second(const state &s, const Matrix &by_q, const Matrix &by_v, const Matrix &last)
{
    return {changes(by_q, s.symbols_q, false, true), changes(by_q, s.symbols_v, false, false),
            changes(by_v, s.symbols_v, false, true), changes(last, s.symbols_q, true, false)};
}

using way = std::vector<SX> (*)(const Model &m, Data &d, const state &s);

const struct {
    const char *function;
    way run;
} WAYS[] = {
    {"id", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         return {expression(pinocchio::rnea(m, d, s.q, s.v, s.a), false)};
     }},
    {"mass", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         return {expression(pinocchio::crba(m, d, s.q, Convention::WORLD), true)};
     }},
    {"mass", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         return {expression(pinocchio::crba(m, d, s.q, Convention::LOCAL), true)};
     }},
    {"fd", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         return {expression(pinocchio::aba(m, d, s.q, s.v, s.a, Convention::WORLD), false)};
     }},
    {"fd", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         return {expression(pinocchio::aba(m, d, s.q, s.v, s.a, Convention::LOCAL), false)};
     }},
    {"id-derivatives", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         pinocchio::computeRNEADerivatives(m, d, s.q, s.v, s.a);
         return {expression(d.dtau_dq, false), expression(d.dtau_dv, false),
                 expression(d.M, true)};
     }},
    {"fd-derivatives", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         pinocchio::computeABADerivatives(m, d, s.q, s.v, s.a);
         return {expression(d.ddq_dq, false), expression(d.ddq_dv, false),
                 expression(d.Minv, true)};
     }},
    {"id-second", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         pinocchio::computeRNEADerivatives(m, d, s.q, s.v, s.a);
         return second(s, d.dtau_dq, d.dtau_dv, d.M.transpose());
     }},
    {"fd-second", [](const Model &m, Data &d, const state &s) -> std::vector<SX> {
         pinocchio::computeABADerivatives(m, d, s.q, s.v, s.a);
         return second(s, d.ddq_dq, d.ddq_dv, d.Minv.transpose());
     }},
};

void print_counts(const std::string &path, bool floating)
{
    pinocchio::Model numeric;
    if (floating)
        pinocchio::urdf::buildModel(path, pinocchio::JointModelFreeFlyer(), numeric);
    else
        pinocchio::urdf::buildModel(path, numeric);
    Model model = numeric.cast<SX>();
    state s = {SX::sym("q", numeric.nq), SX::sym("v", numeric.nv), SX::sym("a", numeric.nv), {},
               {}, {}};
    s.q = numbers(s.symbols_q);
    s.v = numbers(s.symbols_v);
    s.a = numbers(s.symbols_a);
    constexpr size_t ways = sizeof WAYS / sizeof *WAYS;
    for (size_t i = 0; i < ways;) {
        counts best;
        const char *function = WAYS[i].function;
        /* a free base's attitude has four numbers, whose changes are not those of its velocity */
        const bool is_second = std::string(function).find("-second") != std::string::npos;
        if (is_second && numeric.nq != numeric.nv) {
            i++;
            continue;
        }
        for (bool first = true; i < ways && WAYS[i].function == std::string(function); i++) {
            Data data(model);
            counts c = count(s, WAYS[i].run(model, data, s));
            if (first || c.sum() < best.sum())
                best = c;
            first = false;
        }
        std::printf("%s%s %s %ld %ld %ld %ld\n", std::filesystem::path(path).stem().c_str(),
                    floating ? ":floating" : "", function, best.mul, best.add, best.div,
                    best.others);
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        std::string path = argv[i];
        size_t end = path.rfind(":floating");
        print_counts(path.substr(0, end), end != std::string::npos);
    }
    return 0;
}
