# SPDX-License-Identifier: MIT
"""Pinocchio's opinion of closed loops, for closed_dynamics_test: accelerations while they stay
closed.

Where the mass matrix is regular and no loop is a rod, by Pinocchio's own constraint dynamics, which
takes whole points and whole frames; what of them is redundant it leaves to its proximal iterations.
Otherwise from its mass matrix, forces and motions of frames, solved here and refined in long
double:
    [M -J'; J 0] (qdd; forces) = (tau - c; -quadratic)

Standard input, word by word:
    path of the URDF, gravity (3), number of joints, per joint its name and armature
    number of loops, per loop: body | ball | rod, length, six flags (equations that count, base
        axes), and per end: link, place (3), axes (9, row by row)
    number of states, per state: positions, velocities, torques of all joints
Standard output: how, then per state the largest gap, the accelerations, per loop the size of the
force that holds it, then per loop that of the moment (of a rod: the force per metre, and 0); -1
where loops hold each other and forces are not unique. Where accelerations are of its own
constraint dynamics, also their derivatives by positions, by velocities and by torques, each row by
row, as if all joints were independent. Those by positions are differences of fourth order where
a whole point is shared by two bodies that move: there Pinocchio 4.1's differ from its own
accelerations by as much as they are.
"""
import sys

import numpy as np
import pinocchio as pin


class Words:
    def __init__(self, text):
        self.left = iter(text.split())

    def text(self):
        return next(self.left)

    def numbers(self, count):
        return np.array([float(next(self.left)) for _ in range(count)])

    def count(self):
        return int(next(self.left))


class End:
    def __init__(self, model, words):
        self.frame = model.getFrameId(words.text(), pin.BODY)
        at = words.numbers(3)
        self.own = pin.SE3(words.numbers(9).reshape(3, 3), at)

    def move(self, model, data):
        """Place, axes and motion in base axes; accelerations as they are without any of joints."""
        axes = pin.LOCAL_WORLD_ALIGNED
        link = data.oMf[self.frame]
        jacobian = pin.getFrameJacobian(model, data, self.frame, axes)
        v = pin.getFrameVelocity(model, data, self.frame, axes)
        a = pin.getFrameClassicalAcceleration(model, data, self.frame, axes)
        self.at = link.act(self.own.translation)
        arm = self.at - link.translation
        self.axes = link.rotation @ self.own.rotation
        self.velocity = v.linear + np.cross(v.angular, arm)
        self.acceleration = (a.linear + np.cross(a.angular, arm) +
                             np.cross(v.angular, np.cross(v.angular, arm)))
        self.angular_acceleration = a.angular.copy()
        self.angular = jacobian[3:]
        self.linear = jacobian[:3] - pin.skew(arm) @ jacobian[3:]


class Loop:
    def __init__(self, model, words):
        self.kind = words.text()
        self.length = float(words.text())
        self.kept = [words.count() != 0 for _ in range(6)]
        self.a, self.b = End(model, words), End(model, words)

    def row_numbers(self):
        if self.kind == "rod":
            return [0]
        return [i for i in range(6 if self.kind == "body" else 3) if self.kept[i]]

    def equations(self, model, data):
        """Rows of J, what is quadratic in the rates, and the gaps."""
        a, b = self.a, self.b
        a.move(model, data)
        b.move(model, data)
        x, rate = b.at - a.at, b.velocity - a.velocity
        if self.kind == "rod":
            quadratic = rate @ rate + x @ (b.acceleration - a.acceleration)
            return [x @ (b.linear - a.linear)], [quadratic], [np.linalg.norm(x) - self.length]
        turn = b.axes @ a.axes.T
        rows = np.vstack([b.linear - a.linear, b.angular - a.angular])
        quadratic = np.concatenate([b.acceleration - a.acceleration,
                                    b.angular_acceleration - a.angular_acceleration])
        gaps = np.concatenate([x, [turn[2, 1], turn[0, 2], turn[1, 0]]])
        kept = self.row_numbers()
        return list(rows[kept]), list(quadratic[kept]), list(gaps[kept])

    def constraint(self, model):
        turns = self.kind == "body" and any(self.kept[3:])
        ends = [(model.frames[e.frame].parentJoint, model.frames[e.frame].placement * e.own)
                for e in (self.a, self.b)]
        ends.sort(key=lambda end: end[0] == 0)  # derivatives want the world last
        kind = pin.ContactType.CONTACT_6D if turns else pin.ContactType.CONTACT_3D
        return pin.RigidConstraintModel(kind, model, *ends[0], *ends[1], pin.ReferenceFrame.LOCAL)


def solve_refined(matrix, right):
    wide, wanted = matrix.astype(np.longdouble), right.astype(np.longdouble)
    found = np.linalg.solve(matrix, right).astype(np.longdouble)
    for _ in range(3):
        found += np.linalg.solve(matrix, (wanted - wide @ found).astype(float))
    return found.astype(float)


class Robot:
    def __init__(self, words):
        self.model = pin.buildModelFromUrdf(words.text())
        self.model.gravity.linear = words.numbers(3)
        self.joints = []
        armature = np.zeros(self.model.nv)
        for _ in range(words.count()):
            joint = self.model.joints[self.model.getJointId(words.text())]
            self.joints.append(joint)
            armature[joint.idx_v] = float(words.text())
        self.model.armature = armature
        self.loops = [Loop(self.model, words) for _ in range(words.count())]
        self.data = self.model.createData()
        self.own = None
        self.derivatives = ()
        self.constraints = pin.StdVec_RigidConstraintModel()
        self.found = pin.StdVec_RigidConstraintData()

    def place(self, by_joint):
        q = pin.neutral(self.model)
        for joint, x in zip(self.joints, by_joint):
            if joint.nq == 2:  # continuous
                q[joint.idx_q:joint.idx_q + 2] = np.cos(x), np.sin(x)
            else:
                q[joint.idx_q] = x
        return q

    def order(self, by_joint):
        v = np.zeros(self.model.nv)
        for joint, x in zip(self.joints, by_joint):
            v[joint.idx_v] = x
        return v

    def choose(self, mass):
        """By the correlation of the coordinates, as their units differ."""
        size = np.sqrt(np.diag(mass))
        regular = size.min() > 0 and \
            np.linalg.eigvalsh(mass / np.outer(size, size)).min() > 1e-9
        self.own = regular and all(loop.kind != "rod" for loop in self.loops)
        if self.own:
            for loop in self.loops:
                self.constraints.append(loop.constraint(self.model))
            for constraint in self.constraints:
                self.found.append(constraint.createData())
            pin.initConstraintDynamics(self.model, self.data, self.constraints, self.found)

    def constrained(self, q, qd, tau):
        """Its own accelerations, and their derivatives."""
        model, data = self.model, self.data
        settings = pin.ProximalSettings(1e-14, 1e-10, 50)

        def at(position):
            return pin.constraintDynamics(model, data, position, qd, tau, self.constraints,
                                          self.found, settings).copy()

        def difference(along, step=5e-4):
            near = [at(pin.integrate(model, q, k * step * along)) for k in (-2, -1, 1, 2)]
            return (near[0] - 8 * near[1] + 8 * near[2] - near[3]) / (12 * step)

        qdd = at(q)
        pin.computeConstraintDynamicsDerivatives(model, data, self.constraints, self.found,
                                                 settings)
        by_q, by_qd, by_tau = data.ddq_dq.copy(), data.ddq_dv.copy(), data.ddq_dtau.copy()
        if any(c.type == pin.ContactType.CONTACT_3D and c.joint2_id for c in self.constraints):
            by_q = np.array([difference(along) for along in np.eye(model.nv)]).T
        self.derivatives = by_q, by_qd, by_tau
        return qdd

    def holding(self, rows, of_loop, turns, pull):
        """Sizes of what holds each loop: J' forces = pull."""
        count = len(self.loops)
        if np.linalg.cond(rows) > 1e8:
            return -np.ones(2 * count)
        forces = np.linalg.lstsq(rows.T, pull, rcond=None)[0]
        return np.array([np.linalg.norm(forces[(of_loop == k) & (turns == t)])
                         for t in (False, True) for k in range(count)])

    def accelerate(self, q, qd, tau):
        model, data = self.model, self.data
        pin.forwardKinematics(model, data, q, qd, np.zeros(model.nv))
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        rows, quadratic, gaps, of_loop, turns = [], [], [], [], []
        for k, loop in enumerate(self.loops):
            r, of_rates, g = loop.equations(model, data)
            rows += r
            of_loop += [k] * len(r)
            turns += [i >= 3 for i in loop.row_numbers()]
            quadratic += of_rates
            gaps += g
        upper = np.triu(pin.crba(model, data, q))
        mass = upper + np.triu(upper, 1).T  # with the armatures
        if self.own is None:
            self.choose(mass)
        j = np.array(rows)
        bias = pin.nonLinearEffects(model, data, q, qd).copy()
        if self.own:
            qdd = self.constrained(q, qd, tau)
        else:
            matrix = np.block([[mass, -j.T], [j, np.zeros((len(j), len(j)))]])
            qdd = solve_refined(matrix, np.concatenate([tau - bias, -np.array(quadratic)]))
            qdd = qdd[:model.nv]
        held = self.holding(j, np.array(of_loop), np.array(turns), mass @ qdd + bias - tau)
        return qdd, max(np.abs(gaps)), held


def main():
    words = Words(sys.stdin.read())
    robot = Robot(words)
    count, answers = len(robot.joints), []
    order = [joint.idx_v for joint in robot.joints]
    for _ in range(words.count()):
        q, qd, tau = (words.numbers(count) for _ in range(3))
        qdd, gap, held = robot.accelerate(robot.place(q), robot.order(qd), robot.order(tau))
        matrices = [m[np.ix_(order, order)].ravel() for m in robot.derivatives]
        answers.append(np.concatenate([[gap], qdd[order], held, *matrices]))
    print("own" if robot.own else "terms")
    for answer in answers:
        print(*(repr(float(x)) for x in answer))


if __name__ == "__main__":
    main()
