/* SPDX-License-Identifier: MIT */
#include "robot/mjcf_table.h"

#include "robot/numbers.h"

#include <string.h>

#define BODIES " body worldbody frame replicate "
#define TURNS "quat axisangle xyaxes zaxis euler "
#define PLACE "pos " TURNS
#define SOLVER "solref solimp "
#define CONTACT "contype conaffinity condim priority friction solmix margin gap " SOLVER
#define SURFACE "surfacevel adhesion " CONTACT
#define LIMIT "limited range margin solreflimit solimplimit solreffriction solimpfriction "
#define FORCE_LIMIT "actuatorfrclimited actuatorfrcrange "
#define LOOK "rgba material "
#define NOTED "name cutoff user "
#define SENSED "delay interp interval noise nsample " NOTED
/* Of actuators with a transmission. */
#define DRIVE "class joint jointinparent tendon cranksite slidersite gear armature damping "
#define SIGNAL "name group user ctrlrange delay interp nsample "
#define LIMITED "forcelimited forcerange "
#define CONTROL "ctrllimited lengthrange cranklength " LIMITED SIGNAL
#define EQUALITY "name class active "
#define MEMORY \
    "memory nconmax njmax nkey nstack nuserdata nuser_actuator nuser_body nuser_cam nuser_geom " \
    "nuser_jnt nuser_sensor nuser_site nuser_tendon "
#define SOFT \
    "name group dim radius dof cellcount flatskin texcoord element " LOOK

static const table_row ROWS[] = {
    {NULL, " mujoco ", ROW_READ, " model ", " ", " "},

    /* settings */
    {" mujoco ", " compiler ", ROW_READ,
     " angle coordinate eulerseq inertiafromgeom inertiagrouprange balanceinertia boundmass "
     "boundinertia settotalmass alignfree assetdir meshdir strippath exactmeshinertia ",
     " autolimits conflict convexhull discardvisual fitaabb fusestatic savecanonical savecompiled "
     "saveinertial texturedir usethread ",
     " passthrough "},
    {" compiler ", " lengthrange ", ROW_READ, " ",
     " accel interval inteval inttotal maxforce mode timeconst timestep tolrange useexisting "
     "uselimit ", " "},
    {" mujoco ", " option ", ROW_READ, " gravity density viscosity ",
     " actuatorgroupdisable apirate ccd_iterations ccd_tolerance collision cone impratio "
     "integrator iterations jacobian ls_iterations ls_tolerance magnetic mpr_iterations "
     "mpr_tolerance noslip_iterations noslip_tolerance o_friction o_margin o_solimp o_solref "
     "sdf_initpoints sdf_iterations sleep_tolerance solver timestep tolerance wind ", " "},
    {" option ", " flag ", ROW_READ, " gravity spring damper frictionloss equality passive "
     "constraint ",
     " actuation autoreset clampctrl contact diagexact energy eulerdamp filterparent fwdinv "
     "invdiscrete ipc island limit midphase multiccd nativeccd override refsafe sensor "
     "sensornoise sleep speculative warmstart ", " "},
    {" mujoco ", " size ", ROW_READ, " ", " " MEMORY, " "},
    {" mujoco ", " statistic ", ROW_READ, " ", " center extent meaninertia meanmass meansize ",
     " "},

    /* what is drawn */
    {" mujoco ", " visual ", ROW_READ, " ", " ", " "},
    {" visual ", " global ", ROW_READ, " ",
     " azimuth bvactive cameraid elevation ellipsoidinertia fovy glow ipd linewidth offheight "
     "offwidth orthographic realtime ", " "},
    {" visual ", " quality ", ROW_READ, " ",
     " numquads numslices numstacks offsamples shadowsize ", " "},
    {" visual ", " headlight ", ROW_READ, " ", " active ambient diffuse specular ", " "},
    {" visual ", " map ", ROW_READ, " ",
     " actuatortendon alpha fogend fogstart force haze shadowclip shadowscale stiffness "
     "stiffnessrot torque zfar znear ", " "},
    {" visual ", " scale ", ROW_READ, " ",
     " actuatorlength actuatorwidth camera com connect constraint contactheight contactwidth "
     "forcewidth framelength framewidth frustum jointlength jointwidth light selectpoint "
     "slidercrank ", " "},
    {" visual ", " rgba ", ROW_READ, " ",
     " actuator actuatornegative actuatorpositive bv bvactive camera com connect constraint "
     "contactforce contactfriction contactgap contactpoint contacttorque crankbroken fog force "
     "frustum haze inertia joint light rangefinder selectpoint slidercrank ", " "},

    /* assets */
    {" mujoco ", " asset ", ROW_READ, " ", " ", " "},
    {" asset default ", " mesh ", ROW_READ,
     " name class file content_type scale refpos refquat inertia vertex face builtin "
     "maxhullvert ",
     " material normal params smoothnormal texcoord ", " "},
    {" asset ", " hfield ", ROW_READ, " ",
     " content_type elevation file name ncol nrow size ", " "},
    {" asset deformable ", " skin ", ROW_READ, " ",
     " face file group inflate name texcoord vertex " LOOK, " "},
    {" skin ", " bone ", ROW_READ, " ", " bindpos bindquat body vertid vertweight ", " "},
    {" asset default ", " texture ", ROW_READ, " ",
     " builtin class colorspace content_type embed file fileback filedown filefront fileleft "
     "fileright fileup gridlayout gridsize height hflip mark markrgb name nchannel random rgb1 "
     "rgb2 type vflip width ", " "},
    {" asset default ", " material ", ROW_READ, " ",
     " class emission metallic name reflectance rgba roughness shininess specular texrepeat "
     "texture texuniform ", " "},
    {" material ", " layer ", ROW_READ, " ", " role texture ", " "},
    {" asset ", " model ", ROW_READ, " name file ", " content_type ", " "},

    /* bodies */
    {" mujoco ", " worldbody ", ROW_READ, " ", " ", " "},
    {" body worldbody frame replicate ", " body ", ROW_READ,
     " name childclass mocap gravcomp " PLACE, " simple sleep user ", " fuse "},
    {BODIES, " frame ", ROW_READ, " childclass " PLACE, " name ", " "},
    {BODIES, " replicate ", ROW_READ, " count sep offset euler childclass ", " ", " "},
    {BODIES, " attach ", ROW_READ, " model body prefix ", " ", " frame "},
    {" body frame replicate ", " inertial ", ROW_READ, " mass diaginertia fullinertia " PLACE, " ",
     " "},
    {" body worldbody frame replicate default ", " joint ", ROW_READ,
     " name class type pos axis ref limited range stiffness springref springdamper damping "
     "armature frictionloss actuatorgravcomp " FORCE_LIMIT,
     " group margin user solreflimit solimplimit solreffriction solimpfriction "
     "actuatorforcelimited actuatorforcerange ",
     " springyield "},
    {" body worldbody frame replicate ", " freejoint ", ROW_READ, " name align ", " group ", " "},
    {" body worldbody frame replicate default ", " geom ", ROW_READ,
     " class type size fromto mass density group mesh shellinertia " PLACE,
     " name user hfield fluidshape fluidcoef fitscale castshadow " LOOK SURFACE, " "},
    {" body worldbody frame replicate default ", " site ", ROW_READ,
     " name class fromto " PLACE, " type size group user mesh " LOOK, " "},
    {" body worldbody frame replicate default ", " camera ", ROW_READ, " ",
     " name class projection fovy ipd resolution output mode target focal focalpixel principal "
     "principalpixel sensorsize orthographic user " PLACE, " "},
    {" body worldbody frame replicate default ", " light ", ROW_READ, " ",
     " name class directional type castshadow active pos dir bulbradius intensity range "
     "attenuation cutoff softness exponent ambient diffuse specular mode target texture ", " "},

    /* what bodies are made of otherwise */
    {BODIES, " composite ", ROW_REFUSED, " ", " ",
     " count curve face flatinertia initial offset prefix quat size solimpsmooth solrefsmooth "
     "spacing type vertex "},
    {" composite ", " joint ", ROW_REFUSED, " ", " ",
     " armature axis damping frictionloss group kind solimpfix solreffix stiffness type " LIMIT},
    {" composite ", " skin ", ROW_REFUSED, " ", " ", " group inflate subgrid texcoord " LOOK},
    {" composite ", " geom ", ROW_REFUSED, " ", " ", " type group size mass density " LOOK SURFACE},
    {" composite ", " site ", ROW_REFUSED, " ", " ", " group size mesh " LOOK},
    {" composite ", " tendon ", ROW_REFUSED, " ", " ",
     " kind group damping frictionloss stiffness width solimpfix solreffix " LOOK LIMIT},
    {" composite flexcomp ", " pin ", ROW_REFUSED, " ", " ", " coord id range grid gridrange "},
    {BODIES, " flexcomp ", ROW_REFUSED, " ", " ",
     " class count file inertiabox mass mesh origin point rigid scale spacing type " SOFT PLACE},
    {" flexcomp flex ", " edge ", ROW_REFUSED, " ", " ", " equality damping stiffness " SOLVER},
    {" flexcomp flex ", " elasticity ", ROW_REFUSED, " ", " ",
     " damping elastic2d poisson section sectionsize shear thickness yield young "},
    {" flexcomp flex ", " contact ", ROW_REFUSED, " ", " ",
     " activelayers internal passive selfcollide vertcollide " CONTACT},
    {" mujoco ", " deformable ", ROW_READ, " ", " ", " "},
    {" deformable ", " flex ", ROW_REFUSED, " ", " ",
     " body elemtexcoord node nodecoord vertex " SOFT},

    /* plugins */
    {" mujoco ", " extension ", ROW_READ, " ", " ", " "},
    {" extension ", " plugin ", ROW_READ, " ", " plugin ", " "},
    {" plugin ", " instance ", ROW_READ, " ", " name ", " "},
    {" plugin instance ", " config ", ROW_READ, " ", " key value ", " "},
    {" mesh geom body worldbody frame replicate flexcomp composite ", " plugin ", ROW_REFUSED,
     " ", " ", " instance plugin "},

    /* beside the bodies */
    {" mujoco ", " contact ", ROW_READ, " ", " ", " "},
    {" contact default ", " pair ", ROW_READ, " ",
     " adhesion class condim friction gap geom1 geom2 margin name solreffriction " SOLVER, " "},
    {" contact ", " exclude ", ROW_READ, " ", " body1 body2 name ", " "},
    {" mujoco ", " tendon ", ROW_READ, " ", " ", " "},
    {" tendon default ", " spatial fixed tendon ", ROW_READ,
     " name class stiffness damping armature frictionloss springlength ",
     " group user width " LOOK LIMIT FORCE_LIMIT, " springyield "},
    {" spatial ", " site ", ROW_READ, " ", " site ", " "},
    {" spatial ", " geom ", ROW_READ, " ", " geom sidesite ", " "},
    {" spatial ", " pulley ", ROW_READ, " ", " divisor ", " "},
    {" fixed ", " joint ", ROW_READ, " joint coef ", " ", " "},
    {" mujoco ", " equality ", ROW_READ, " ", " ", " "},
    {" default ", " equality ", ROW_READ, " active ", " " SOLVER, " "},
    {" equality ", " connect ", ROW_READ, " " EQUALITY "body1 body2 site1 site2 anchor ",
     " " SOLVER, " "},
    {" equality ", " weld ", ROW_READ, " " EQUALITY "body1 body2 site1 site2 anchor relpose ",
     " torquescale " SOLVER, " "},
    {" equality ", " joint ", ROW_READ, " " EQUALITY "joint1 joint2 polycoef ", " " SOLVER, " "},
    {" equality ", " tendon ", ROW_READ, " " EQUALITY "tendon1 tendon2 polycoef ", " " SOLVER,
     " "},
    {" equality ", " flex flexvert flexstrain distance ", ROW_REFUSED_LATER, " " EQUALITY,
     " " SOLVER, " flex cell distance geom1 geom2 "},

    /* actuators */
    {" mujoco ", " actuator ", ROW_READ, " ", " ", " "},
    {" actuator default ", " general ", ROW_READ, " body site " DRIVE,
     " actdim actearly actlimited actrange biasprm biastype dynprm dyntype ffrange gainprm "
     "gaintype inheritrange input velrange refsite " CONTROL, " "},
    {" actuator default ", " motor ", ROW_READ, " site " DRIVE, " refsite " CONTROL, " "},
    {" actuator default ", " position intvelocity ", ROW_READ, " site " DRIVE,
     " refsite actlimited actrange kp kv dampratio inheritrange timeconst " CONTROL, " "},
    {" actuator default ", " velocity damper ", ROW_READ, " site " DRIVE, " refsite kv " CONTROL,
     " "},
    {" actuator default ", " orientation ", ROW_READ, " class joint site ",
     " dampratio input kp kv refsite " LIMITED SIGNAL, " "},
    {" actuator default ", " pid ", ROW_READ, " site " DRIVE,
     " refsite dampratio ffrange imax inheritrange input ki kp kv posrange slewmax velrange "
     CONTROL, " "},
    {" actuator default ", " cylinder ", ROW_READ, " site " DRIVE,
     " refsite area bias diameter timeconst " CONTROL, " "},
    {" actuator default ", " muscle ", ROW_READ, " " DRIVE,
     " force fpmax fvmax lmax lmin range scale tausmooth timeconst vmax " CONTROL, " "},
    {" actuator default ", " adhesion ", ROW_READ, " class body ", " gain " LIMITED SIGNAL, " "},
    {" actuator default ", " dcmotor ", ROW_READ, " site " DRIVE,
     " refsite ctrllimited lengthrange cranklength cogging controller inductance input lugre "
     "motorconst nominal resistance saturation thermal " SIGNAL, " "},
    {" actuator ", " plugin ", ROW_READ, " site " DRIVE,
     " actdim actearly actlimited actrange dynprm dyntype instance plugin " CONTROL, " "},

    /* sensors */
    {" mujoco ", " sensor ", ROW_READ, " ", " ", " "},
    {" sensor ",
     " touch accelerometer velocimeter gyro force torque magnetometer camprojection rangefinder ",
     ROW_READ, " ", " site camera data " SENSED, " "},
    {" sensor ",
     " jointpos jointvel jointactuatorfrc ballquat ballangvel jointlimitpos jointlimitvel "
     "jointlimitfrc ", ROW_READ, " ", " joint " SENSED, " "},
    {" sensor ",
     " tendonpos tendonvel tendonactuatorfrc tendonlimitpos tendonlimitvel tendonlimitfrc ",
     ROW_READ, " ", " tendon " SENSED, " "},
    {" sensor ", " actuatorpos actuatorvel actuatorfrc ", ROW_READ, " ", " actuator " SENSED, " "},
    {" sensor ",
     " framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel framelinacc "
     "frameangacc ", ROW_READ, " ", " objname objtype refname reftype " SENSED, " "},
    {" sensor ", " subtreecom subtreelinvel subtreeangmom ", ROW_READ, " ", " body " SENSED, " "},
    {" sensor ", " insidesite ", ROW_READ, " ", " enclosed objname objtype site " SENSED, " "},
    {" sensor ", " distance normal fromto contact ", ROW_READ, " ",
     " body1 body2 geom1 geom2 subtree1 subtree2 site data num reduce " SENSED, " "},
    {" sensor ", " e_potential e_kinetic clock ", ROW_READ, " ", " " SENSED, " "},
    {" sensor ", " tactile ", ROW_READ, " ", " geom mesh delay interp interval nsample " NOTED,
     " "},
    {" sensor ", " user ", ROW_READ, " ", " datatype dim needstage noise objname objtype " NOTED,
     " "},
    {" sensor ", " plugin ", ROW_READ, " ",
     " instance plugin objname objtype refname reftype " NOTED, " "},

    /* the rest */
    {" mujoco default ", " default ", ROW_READ, " class ", " ", " "},
    {" mujoco ", " custom ", ROW_READ, " ", " ", " "},
    {" custom ", " numeric text tuple ", ROW_READ, " ", " data name size ", " "},
    {" tuple ", " element ", ROW_READ, " ", " objname objtype prm ", " "},
    {" mujoco ", " keyframe ", ROW_READ, " ", " ", " "},
    {" keyframe ", " key ", ROW_READ, " ",
     " act ctrl mpos mquat name plastic qpos qvel time ", " "},
};
enum { ROWS_COUNT = sizeof ROWS / sizeof ROWS[0] };

uint32_t table_rows_count(void)
{
    return ROWS_COUNT;
}

const table_row *table_rows(void)
{
    return ROWS;
}

bool word_is_in(const char *list, const char *word)
{
    size_t length = strlen(word);
    if (!length || strchr(word, ' '))
        return false;
    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
        if (at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

const table_row *table_find(const char *in, const char *tag)
{
    for (uint32_t i = 0; i < ROWS_COUNT; i++) {
        const table_row *r = &ROWS[i];
        bool fits = in && r->in ? word_is_in(r->in, in) : !in && !r->in;
        if (fits && word_is_in(r->tags, tag))
            return r;
    }
    return NULL;
}

attribute_fate table_fate(const table_row *row, const char *attribute)
{
    return word_is_in(row->taken, attribute)     ? ATTRIBUTE_TAKEN
           : word_is_in(row->without, attribute) ? ATTRIBUTE_WITHOUT
           : word_is_in(row->refused, attribute) ? ATTRIBUTE_REFUSED
                                               : ATTRIBUTE_UNKNOWN;
}

static status check_attributes(const element *e, const table_row *row, diag *d)
{
    for (const char **a = e->attributes; *a; a += 2) {
        attribute_fate fate = table_fate(row, a[0]);
        if (fate == ATTRIBUTE_UNKNOWN)
            return diag_error(d, e->at, "<%s> has an attribute '%s', which is not known", e->tag,
                              text_shown(d->mem, a[0]));
        if (fate == ATTRIBUTE_REFUSED && row->kind == ROW_READ)
            return diag_error(d, e->at, "%s of <%s> is not supported", a[0], e->tag);
    }
    return STATUS_OK;
}

static status check_element(document *doc, element *e, const char *in, diag *d)
{
    const table_row *row = e->row = table_find(in, e->tag);
    if (!row && in)
        return diag_error(d, e->at, "<%s> in <%s> is no element of MJCF that is known",
                          text_shown(d->mem, e->tag), in);
    if (!row)
        return diag_error(d, e->at, "<%s> is no MJCF", text_shown(d->mem, e->tag));
    if (row->kind == ROW_REFUSED)
        return diag_error(d, e->at, "<%s> in <%s> is not supported", e->tag, in);
    TRY(check_attributes(e, row, d));
    for (uint32_t i = e->first; i != ELEMENT_NONE; i = doc->elements[i].next)
        TRY(check_element(doc, &doc->elements[i], e->tag, d));
    return STATUS_OK;
}

status table_check(document *doc, diag *d)
{
    return check_element(doc, &doc->elements[0], NULL, d);
}
