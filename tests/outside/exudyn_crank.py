# SPDX-License-Identifier: MIT
"""The spatial slider-crank of the IFToMM benchmark in Exudyn: every body with coordinates of its
own, all joints as constraints, the generalised-alpha method (spectral radius 0.8). Nothing of it is
ours but the data. For trajectories.sh.

    exudyn_crank.py SECONDS STEP...     prints per step: slider, m; rate of the crank, rad/s
"""
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore", DeprecationWarning)  # names of settings that 1.12 and later renamed
import exudyn
from exudyn.itemInterface import GenericJoint, MarkerBodyRigid, ObjectGround
from exudyn.utilities import RigidBodyInertia

GRAVITY = [0, 0, -9.81]
AXIS = np.array([1.0, 0, 0])
SUPPORT, PIN, SLIDER = np.array([0, 0.1, 0.12]), np.array([0, 0.1, 0.2]), np.array([0.2, 0, 0])
CRANK_RATE = 6 * AXIS


def start_of_rod():
    """Axes (x from the pin to the slider, y at a right angle to the slide), and how it starts."""
    along = PIN - SLIDER
    x = -along / np.linalg.norm(along)
    y = np.cross(AXIS, x)
    y /= np.linalg.norm(y)
    of_pin = np.cross(CRANK_RATE, PIN - SUPPORT)
    of_slider = along @ of_pin / along[0] * AXIS
    turns = np.column_stack([np.cross(AXIS, along), np.cross(y, along)])  # of the universal joint
    rates = np.linalg.lstsq(turns, of_pin - of_slider, rcond=None)[0]
    turning = rates[0] * AXIS + rates[1] * y
    assert np.allclose(np.cross(turning, along), of_pin - of_slider, atol=1e-12)
    return np.column_stack([x, y, np.cross(x, y)]), of_slider, turning, along


def crank(seconds, step):
    system = exudyn.SystemContainer()
    model = system.AddSystem()

    def body(mass, inertia, at, axes, velocity, turning):
        return model.CreateRigidBody(
            inertia=RigidBodyInertia(mass=mass, inertiaTensor=np.diag(inertia)),
            nodeType=exudyn.NodeType.RotationEulerParameters, referencePosition=at,
            referenceRotationMatrix=axes, initialVelocity=velocity,
            initialAngularVelocity=turning, gravity=GRAVITY)

    def joint(a, at_a, b, at_b, axes):
        ends = [model.AddMarker(MarkerBodyRigid(bodyNumber=n, localPosition=at))
                for n, at in ((a, at_a), (b, at_b))]
        model.AddObject(GenericJoint(markerNumbers=ends, constrainedAxes=axes,
                                     rotationMarker0=np.eye(3), rotationMarker1=np.eye(3)))

    axes, of_slider, turning, along = start_of_rod()
    ground = model.AddObject(ObjectGround())
    wheel = body(0.12, [1e-4, 1e-5, 1e-4], SUPPORT, np.eye(3), np.zeros(3), CRANK_RATE)
    slider = body(2, [1e-4, 1e-4, 1e-4], SLIDER, np.eye(3), of_slider, np.zeros(3))
    rod = body(0.5, [4e-4, 4e-3, 4e-3], SLIDER + along / 2, axes,
               of_slider + np.cross(turning, along / 2), turning)
    here = [0, 0, 0]
    joint(ground, SUPPORT, wheel, here, [1, 1, 1, 0, 1, 1])
    joint(ground, SLIDER, slider, here, [0, 1, 1, 1, 1, 1])
    joint(wheel, PIN - SUPPORT, rod, [-0.15, 0, 0], [1, 1, 1, 0, 0, 0])
    joint(slider, here, rod, [0.15, 0, 0], [1, 1, 1, 0, 0, 1])  # x of the slide, y of the rod
    model.Assemble()

    wish = exudyn.SimulationSettings()
    wish.timeIntegration.endTime = seconds
    wish.timeIntegration.numberOfSteps = round(seconds / step)
    wish.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    wish.timeIntegration.newton.relativeTolerance = 1e-10
    wish.timeIntegration.newton.absoluteTolerance = 1e-12
    wish.timeIntegration.verboseMode = 0
    wish.solutionSettings.writeSolutionToFile = False
    model.SolveDynamic(wish)
    kind = exudyn.OutputVariableType
    return (model.GetObjectOutputBody(slider, kind.Position, here)[0],
            model.GetObjectOutputBody(wheel, kind.AngularVelocity, here)[0])


for each in sys.argv[2:]:
    print("%.12g %.12g" % crank(float(sys.argv[1]), float(each)))
