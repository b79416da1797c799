package io.graphkernel.runtime.generated.plan;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.generated.Kernel;
import io.graphkernel.runtime.generated.LaunchFrame;

/** One step of a plan. */
abstract class PlanStep {
    private static final int LAUNCHES = 0;
    private static final int JOINT_LAUNCH = 1;
    private static final int UNRANKED_LAUNCH = 3;
    private static final int LOOP = 4;
    private static final int KINDS = 5;

    private final SlotInitializers slots;

    private PlanStep(SlotInitializers slots) {
        this.slots = slots;
    }

    /** Reads a step, with debug checks if the plan requests them. */
    static PlanStep read(PlanReader in, PlanLimits limits, LibrarySite[] sites, SizeEvaluator table) {
        int kind = in.below(KINDS, "the kind of a step");
        TemporaryTensor[] temporaries = limits.allocatesTensors() ? TemporaryTensor.readAll(in, limits) : null;
        StepCheck check = limits.checked() && kind != JOINT_LAUNCH ? new StepCheck(in, limits) : null;
        SlotInitializers slots = new SlotInitializers(in, limits);
        PlanStep step = switch (kind) {
            case LAUNCHES -> new LaunchSequence(slots, sections(in, limits, false));
            case JOINT_LAUNCH -> new LaunchBatch(slots, sections(in, limits, true));
            case UNRANKED_LAUNCH -> new UnrankedLaunch(slots, new UnrankedLoops(in, limits));
            case LOOP -> new LoopStep(slots, new PlanLoop(in, limits, sites, table));
            default -> new LibraryStep(slots, sites[in.below(limits.sites(), "a library call")]);
        };
        PlanStep looked = check == null ? step : new CheckedStep(step, check);
        return temporaries == null
                ? looked
                : new AllocatingStep(looked, temporaries, step instanceof UnrankedLaunch open ? open.loops : null);
    }

    private static LaunchRange[] sections(PlanReader in, PlanLimits limits, boolean joint) {
        LaunchRange[] sections = new LaunchRange[in.count("kernels of a step")];
        for (int i = 0; i < sections.length; i++) {
            sections[i] = new LaunchRange(
                    in.below(limits.kernels(), "a kernel"),
                    in.below(limits.sizes(), "a size"),
                    Math.max(1, in.below(Integer.MAX_VALUE, "a grain size")),
                    in.below(limits.sizes(), "a size"),
                    in.below(limits.sizes(), "a size"),
                    joint ? in.below(KernelAbi.FRAME_SLOTS, "a slot") : 0,
                    joint ? in.below(Integer.MAX_VALUE, "a phase") : 0);
        }
        return sections;
    }

    /** Records this step as the last use of each tensor that it accesses. */
    void lastUses(int step, int... lastUses) {
        slots.lastUses(step, lastUses);
    }

    /** Runs the step in a call. */
    void run(PlanCall call) {
        slots.fill(call);
        launch(call);
    }

    /** Returns true if the only kernel of this step runs all iterations of the loop around it. */
    boolean runsLoop(PlanCall call) {
        return false;
    }

    /** Launches with the filled slots. */
    abstract void launch(PlanCall call);

    /** A kernel function and its range. All components but kernel, grain size, slot and phase are indices of sizes. */
    private record LaunchRange(
            int kernel, int range, int grainSize, int bytesPerItem, int scratch, int slot, int phase) {}

    /** A sequence of functions of one kernel. */
    private static final class LaunchSequence extends PlanStep {
        private final LaunchRange[] sections;

        LaunchSequence(SlotInitializers slots, LaunchRange[] sections) {
            super(slots);
            this.sections = sections;
        }

        @Override
        boolean runsLoop(PlanCall call) {
            return call.library().kernel(sections[0].kernel, call.frame()).runsLoops();
        }

        @Override
        void launch(PlanCall call) {
            LaunchFrame frame = call.frame();
            long[] sizes = call.sizes();
            for (LaunchRange section : sections) {
                Kernel kernel = call.library().kernel(section.kernel, frame);
                kernel.launch(
                        frame,
                        sizes[section.range],
                        section.grainSize,
                        sizes[section.bytesPerItem],
                        sizes[section.scratch]);
            }
        }
    }

    /** A batch of kernels in one launch. Failures, such as for the address of a closed tensor, occur before it. */
    private static final class LaunchBatch extends PlanStep {
        private final LaunchRange[] sections;

        LaunchBatch(SlotInitializers slots, LaunchRange[] sections) {
            super(slots);
            this.sections = sections;
        }

        @Override
        void launch(PlanCall call) {
            LaunchFrame frame = call.frame();
            long[] sizes = call.sizes();
            for (LaunchRange section : sections) {
                Kernel kernel = call.library().kernel(section.kernel, frame);
                kernel.join(
                        frame,
                        section.slot,
                        section.phase,
                        sizes[section.range],
                        section.grainSize,
                        sizes[section.bytesPerItem],
                        sizes[section.scratch]);
            }
            frame.launchBatch();
        }
    }

    /** A kernel over unranked shapes. */
    private static final class UnrankedLaunch extends PlanStep {
        private final UnrankedLoops loops;

        UnrankedLaunch(SlotInitializers slots, UnrankedLoops loops) {
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

    /** A step around another one. */
    private abstract static class WrappedStep extends PlanStep {
        final PlanStep step;

        WrappedStep(PlanStep step) {
            super(step.slots);
            this.step = step;
        }

        @Override
        void lastUses(int index, int... lastUses) {
            step.lastUses(index, lastUses);
        }

        @Override
        void launch(PlanCall call) {
            step.launch(call);
        }
    }

    /**
     * A step that allocates tensors first. It is a separate call, since an allocation may block until other calls end.
     */
    private static final class AllocatingStep extends WrappedStep {
        private final TemporaryTensor[] temporaries;
        /** Null unless the step has loops over unranked shapes. */
        private final UnrankedLoops loops;

        AllocatingStep(PlanStep step, TemporaryTensor[] temporaries, UnrankedLoops loops) {
            super(step);
            this.temporaries = temporaries;
            this.loops = loops;
        }

        @Override
        void run(PlanCall call) {
            if (loops != null) {
                loops.broadcast(call);
            }
            for (TemporaryTensor temporary : temporaries) {
                temporary.make(call);
            }
            call.library().enter(call.frame());
            try {
                step.run(call);
            } finally {
                call.frame().exit();
            }
        }
    }

    /** A call of a library op. */
    private static final class LibraryStep extends PlanStep {
        private final LibrarySite site;

        LibraryStep(SlotInitializers slots, LibrarySite site) {
            super(slots);
            this.site = site;
        }

        @Override
        void launch(PlanCall call) {
            site.run(call.frame(), call.library().runsOnJvm(call.frame()));
        }
    }

    /** A loop. */
    private static final class LoopStep extends PlanStep {
        private final PlanLoop loop;

        LoopStep(SlotInitializers slots, PlanLoop loop) {
            super(slots);
            this.loop = loop;
        }

        @Override
        void lastUses(int step, int... lastUses) {
            loop.lastUses(step, lastUses);
        }

        @Override
        void launch(PlanCall call) {
            loop.run(call);
        }
    }

    /** A step with debug checks of its operands and results. */
    private static final class CheckedStep extends WrappedStep {
        private final StepCheck check;

        CheckedStep(PlanStep step, StepCheck check) {
            super(step);
            this.check = check;
        }

        @Override
        void run(PlanCall call) {
            check.around(call, step);
        }
    }
}
