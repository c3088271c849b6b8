# SPDX-License-Identifier: MIT
"""Pinocchio's opinion, for pinocchio.c: commands and states come as words of 32 bits and doubles,
in the computer's own order, and answers go back so. opinion.h says what the quantities are."""
import os
import struct
import sys

import numpy as np
import pinocchio as pin

(MASS, MINV, ACCELERATION, TAU_Q, TAU_QD, POSE, VELOCITY, FRAME_ACCELERATION, JACOBIAN, TORQUES,
 OPEN, BIND, CLOSE) = range(13)
WHY_BYTES = 200
AXES = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED

given = sys.stdin.buffer
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)  # what the library prints is no answer


def count():
    word = given.read(4)
    if len(word) < 4:
        sys.exit(0)
    return struct.unpack("=I", word)[0]


def text():
    return given.read(count()).decode()


def doubles(n):
    return np.frombuffer(given.read(8 * n))


class Opinion:
    def __init__(self):
        path, self.floating, gravity = text(), bool(count()), doubles(3)
        force_links = [text() for _ in range(count())]
        frames = [(text(), doubles(3)) for _ in range(count())]
        base = [pin.JointModelFreeFlyer()] if self.floating else []
        self.model = pin.buildModelFromUrdf(path, *base)
        self.model.gravity.linear = gravity
        body = pin.FrameType.BODY
        self.force_frames = [self.model.getFrameId(link, body) for link in force_links]
        self.frames = []
        for i, (link, at) in enumerate(frames):
            of = self.model.frames[self.model.getFrameId(link, body)]
            place = of.placement * pin.SE3(np.eye(3), at)
            self.frames.append(self.model.addFrame(
                pin.Frame("outside %d" % i, of.parentJoint, 0, place, pin.FrameType.OP_FRAME),
                False))
        self.data = self.model.createData()
        self.q = pin.neutral(self.model)
        self.qd, self.qdd = np.zeros(self.model.nv), np.zeros(self.model.nv)

    def bind(self):
        names = [text() for _ in range(count())]
        if not all(self.model.existJointName(name) for name in names):
            return False
        self.joints = [self.model.joints[self.model.getJointId(name)] for name in names]
        self.freedoms = [*range(6)] * self.floating + [j.idx_v for j in self.joints]
        return len(self.freedoms) == self.model.nv

    def read_state(self):
        n = len(self.joints)
        q, qd, qdd = doubles(n), doubles(n), doubles(n)
        attitude, omega, omegad, acc = doubles(4), doubles(3), doubles(3), doubles(3)
        self.forces = doubles(6 * len(self.force_frames)).reshape(-1, 6)
        tau, wrench = doubles(n), doubles(6)
        self.tau = np.zeros(self.model.nv)
        for i, joint in enumerate(self.joints):
            # A continuous joint's position is a cosine and a sine in Pinocchio.
            at = joint.idx_q
            self.q[at:at + joint.nq] = (q[i] if joint.nq == 1 else (np.cos(q[i]), np.sin(q[i])))
            self.qd[joint.idx_v], self.qdd[joint.idx_v] = qd[i], qdd[i]
            self.tau[joint.idx_v] = tau[i]
        if self.floating:
            # Velocity, acceleration and force of the free flyer are all in link axes; at zero
            # linear velocity the spatial acceleration is that of the origin.
            turn = pin.Quaternion(*attitude)
            self.falling = turn.toRotationMatrix().T @ self.model.gravity.linear
            self.q[:3], self.q[3:7] = 0, turn.coeffs()
            self.qd[:3], self.qd[3:6] = 0, omega
            self.qdd[:3], self.qdd[3:6] = acc + self.falling, omegad
            self.tau[:6] = wrench

    def torques(self):
        forces = pin.StdVec_Force()
        forces.extend([pin.Force.Zero() for _ in range(self.model.njoints)])
        for frame, f in zip(self.force_frames, self.forces):
            of = self.model.frames[frame]
            forces[of.parentJoint] += of.placement.act(pin.Force(f[:3], f[3:]))
        all_of = pin.rnea(self.model, self.data, self.q, self.qd, self.qdd, forces)
        base = all_of[:6] if self.floating else np.zeros(6)
        return np.concatenate([base, [all_of[j.idx_v] for j in self.joints]])

    def acceleration(self):
        qdd = pin.aba(self.model, self.data, self.q, self.qd, self.tau)[self.freedoms]
        if self.floating:
            qdd[:3] -= self.falling
        return qdd

    def derivatives(self, what):
        if self.floating:  # of another acceleration than ours (spatial)
            return np.zeros(0)
        by_q, by_qd, _ = pin.computeRNEADerivatives(self.model, self.data, self.q, self.qd,
                                                    self.qdd)
        return self.matrix(by_q if what == TAU_Q else by_qd)

    def matrix(self, m):
        return m[np.ix_(self.freedoms, self.freedoms)]

    def minv(self):
        upper = np.triu(pin.computeMinverse(self.model, self.data, self.q))
        return self.matrix(upper + np.triu(upper, 1).T)

    def mass(self):
        upper = np.triu(pin.crba(self.model, self.data, self.q))
        return self.matrix(upper + np.triu(upper, 1).T)

    def of_frame(self, what, frame):
        if what == POSE:
            at = self.data.oMf[frame]
            return [*at.translation, *at.rotation.flatten()]
        if what == JACOBIAN:
            j = pin.computeFrameJacobian(self.model, self.data, self.q, frame, AXES)
            return j[:, self.freedoms].flatten()
        motion = (pin.getFrameVelocity if what == VELOCITY else pin.getFrameClassicalAcceleration)
        return motion(self.model, self.data, frame, AXES).vector

    def of_frames(self, what):
        if self.floating:
            self.q[:7], self.qd[:6], self.qdd[:6] = (0, 0, 0, 0, 0, 0, 1), 0, 0
        pin.forwardKinematics(self.model, self.data, self.q, self.qd, self.qdd)
        pin.updateFramePlacements(self.model, self.data)
        return np.concatenate([self.of_frame(what, f) for f in self.frames] or [np.zeros(0)])

    def answer(self, what):
        self.read_state()
        if what in (TAU_Q, TAU_QD):
            return self.derivatives(what)
        if what in (POSE, VELOCITY, FRAME_ACCELERATION, JACOBIAN):
            return self.of_frames(what)
        return {MASS: self.mass, MINV: self.minv, ACCELERATION: self.acceleration,
                TORQUES: self.torques}[what]()


def open_robot():
    try:
        return Opinion(), ""
    except (ValueError, RuntimeError, IndexError) as why:
        return None, str(why) or "refused"


answers.write(struct.pack("=I", 1))  # here
answers.flush()
opinions = {}
while True:
    what, number = count(), count()
    if what == OPEN:
        opinions[number], why = open_robot()
        answers.write(why.encode()[:WHY_BYTES - 1].ljust(WHY_BYTES, b"\0"))
    elif what == BIND:
        answers.write(struct.pack("=I", opinions[number].bind()))
    elif what == CLOSE:
        del opinions[number]
    else:
        words = np.ascontiguousarray(opinions[number].answer(what), dtype=float).flatten()
        answers.write(struct.pack("=I", words.size) + words.tobytes())
    answers.flush()
