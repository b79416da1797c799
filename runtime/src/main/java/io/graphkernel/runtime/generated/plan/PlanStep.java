package io.graphkernel.runtime.generated.plan;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.generated.Kernel;
import io.graphkernel.runtime.generated.LaunchFrame;

/** One step of a plan. */
abstract class PlanStep {
    private static final int LAUNCHES = 0;
    private static final int JOINT_LAUNCH = 1;
    private static final int RANKLESS_LAUNCH = 3;
    private static final int KINDS = 4;

    private final Slots slots;

    private PlanStep(Slots slots) {
        this.slots = slots;
    }

    /** A step, looked at if the plan says so. */
    static PlanStep read(PlanReader in, PlanLimits limits, LibrarySite[] sites) {
        int kind = in.below(KINDS, "the kind of a step");
        TemporaryTensor[] made = limits.makesTensors() ? TemporaryTensor.readAll(in, limits) : null;
        StepCheck check = limits.checked() && kind != JOINT_LAUNCH ? new StepCheck(in, limits) : null;
        Slots slots = new Slots(in, limits);
        PlanStep step = switch (kind) {
            case LAUNCHES -> new Launches(slots, sections(in, limits, false));
            case JOINT_LAUNCH -> new JointLaunch(slots, sections(in, limits, true));
            case RANKLESS_LAUNCH -> new RanklessLaunch(slots, new RanklessLoops(in, limits));
            default -> new LibraryStep(slots, sites[in.below(limits.sites(), "a library call")]);
        };
        PlanStep looked = check == null ? step : new Checked(step, check);
        return made == null
                ? looked
                : new Making(looked, made, step instanceof RanklessLaunch open ? open.loops : null);
    }

    private static Section[] sections(PlanReader in, PlanLimits limits, boolean joint) {
        Section[] sections = new Section[in.count("kernels of a step")];
        for (int i = 0; i < sections.length; i++) {
            sections[i] = new Section(
                    in.below(limits.kernels(), "a kernel"),
                    in.below(limits.sizes(), "a size"),
                    Math.max(1, in.below(Integer.MAX_VALUE, "a granule")),
                    in.below(limits.sizes(), "a size"),
                    in.below(limits.sizes(), "a size"),
                    joint ? in.below(KernelAbi.FRAME_SLOTS, "a slot") : 0,
                    joint ? in.below(Integer.MAX_VALUE, "a phase") : 0);
        }
        return sections;
    }

    /** Says that this is the last step, so far, of each tensor that it reads or writes. */
    void lastUses(int step, int... lastUses) {
        slots.lastUses(step, lastUses);
    }

    /** Does what the step does in a call. */
    void run(PlanCall call) {
        slots.fill(call);
        launch(call);
    }

    /** Launches what the slots were filled for. */
    abstract void launch(PlanCall call);

    /** A function of a kernel and what it runs over; all but kernel, granule, slot and phase are positions of sizes. */
    private record Section(int kernel, int range, int granule, int bytesPerItem, int scratch, int slot, int phase) {}

    /** Functions of one kernel, one after the other. */
    private static final class Launches extends PlanStep {
        private final Section[] sections;

        Launches(Slots slots, Section[] sections) {
            super(slots);
            this.sections = sections;
        }

        @Override
        void launch(PlanCall call) {
            LaunchFrame frame = call.frame();
            long[] sizes = call.sizes();
            for (Section section : sections) {
                Kernel kernel = call.library().kernel(section.kernel, frame);
                kernel.launch(
                        frame,
                        sizes[section.range],
                        section.granule,
                        sizes[section.bytesPerItem],
                        sizes[section.scratch]);
            }
        }
    }

    /** Several kernels in one launch. What may fail, such as the address of a closed tensor, comes before it. */
    private static final class JointLaunch extends PlanStep {
        private final Section[] sections;

        JointLaunch(Slots slots, Section[] sections) {
            super(slots);
            this.sections = sections;
        }

        @Override
        void launch(PlanCall call) {
            LaunchFrame frame = call.frame();
            long[] sizes = call.sizes();
            for (Section section : sections) {
                Kernel kernel = call.library().kernel(section.kernel, frame);
                kernel.join(
                        frame,
                        section.slot,
                        section.phase,
                        sizes[section.range],
                        section.granule,
                        sizes[section.bytesPerItem],
                        sizes[section.scratch]);
            }
            frame.launchJoined();
        }
    }

    /** A kernel over rankless shapes. */
    private static final class RanklessLaunch extends PlanStep {
        private final RanklessLoops loops;

        RanklessLaunch(Slots slots, RanklessLoops loops) {
            super(slots);
            this.loops = loops;
        }

        @Override
        void run(PlanCall call) {
            super.slots.fill(call, loops.footprint(call));
            launch(call);
        }

        @Override
        void launch(PlanCall call) {
            loops.launch(call);
        }
    }

    /** A step before which tensors are made. An allocation may wait for other calls, so that the step is one by itself. */
    private static final class Making extends PlanStep {
        private final PlanStep step;
        private final TemporaryTensor[] made;
        /** Null unless the step has loops over rankless shapes. */
        private final RanklessLoops loops;

        Making(PlanStep step, TemporaryTensor[] made, RanklessLoops loops) {
            super(step.slots);
            this.step = step;
            this.made = made;
            this.loops = loops;
        }

        @Override
        void run(PlanCall call) {
            if (loops != null) {
                loops.broadcast(call);
            }
            for (TemporaryTensor temporary : made) {
                temporary.make(call);
            }
            call.library().enter(call.frame());
            try {
                step.run(call);
            } finally {
                call.frame().exit();
            }
        }

        @Override
        void launch(PlanCall call) {
            step.launch(call);
        }
    }

    /** A call of a library. */
    private static final class LibraryStep extends PlanStep {
        private final LibrarySite site;

        LibraryStep(Slots slots, LibrarySite site) {
            super(slots);
            this.site = site;
        }

        @Override
        void launch(PlanCall call) {
            site.run(call.frame(), call.library().runsOnJvm(call.frame()));
        }
    }

    /** A step whose operands and results are looked at. */
    private static final class Checked extends PlanStep {
        private final PlanStep step;
        private final StepCheck check;

        Checked(PlanStep step, StepCheck check) {
            super(step.slots);
            this.step = step;
            this.check = check;
        }

        @Override
        void run(PlanCall call) {
            check.around(call, step);
        }

        @Override
        void launch(PlanCall call) {
            step.launch(call);
        }
    }
}
