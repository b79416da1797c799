package io.graphkernel.runtime.generated.plan;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.generated.Kernel;
import io.graphkernel.runtime.generated.LaunchFrame;

/** One step of a plan. */
abstract class PlanStep {
    private static final int LAUNCHES = 0;
    private static final int JOINT_LAUNCH = 1;
    private static final int KINDS = 3;

    private final Slots slots;

    private PlanStep(Slots slots) {
        this.slots = slots;
    }

    /** A step, looked at if the plan says so. */
    static PlanStep read(PlanReader in, PlanLimits limits, LibrarySite[] sites, String method) {
        int kind = in.below(KINDS, "the kind of a step");
        StepCheck check = limits.checked() && kind != JOINT_LAUNCH ? new StepCheck(in, limits, method) : null;
        Slots slots = new Slots(in, limits);
        PlanStep step = switch (kind) {
            case LAUNCHES -> new Launches(slots, sections(in, limits, false));
            case JOINT_LAUNCH -> new JointLaunch(slots, sections(in, limits, true));
            default -> new LibraryStep(slots, sites[in.below(limits.sites(), "a library call")]);
        };
        return check == null ? step : new Checked(step, check);
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
