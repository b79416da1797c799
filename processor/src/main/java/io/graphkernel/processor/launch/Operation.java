package io.graphkernel.processor.launch;

import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Step;
import java.util.List;

/** One thing that a call does, after its slots are filled. */
public sealed interface Operation {

    /** What runs; null for several kernels together. */
    Step step();

    /** What the slots hold. */
    List<Fill> fills();

    /**
     * Launches of one kernel, one after the other.
     *
     * @param step the kernel
     * @param fills its slots
     * @param sections its functions in order
     */
    record Launches(Step step, List<Fill> fills, List<Section> sections) implements Operation {

        public Launches {
            fills = List.copyOf(fills);
            sections = List.copyOf(sections);
        }
    }

    /**
     * One launch of several kernels.
     *
     * @param fills the slots of all, each kernel's after those of the one before
     * @param sections by phase
     */
    record JointLaunch(List<Fill> fills, List<Section> sections) implements Operation {

        @Override
        public Step step() {
            return null;
        }

        public JointLaunch {
            fills = List.copyOf(fills);
            sections = List.copyOf(sections);
        }
    }

    /**
     * A launch of a kernel over rankless shapes: its loops come from broadcasting, elements or rows of them.
     *
     * @param kernel the kernel
     * @param operands what is broadcast, inputs first
     * @param fills its slots but for those of the loops
     */
    record RanklessLaunch(Kernel kernel, List<BroadcastOperand> operands, List<Fill> fills) implements Operation {

        @Override
        public Step step() {
            return kernel;
        }

        public RanklessLaunch {
            operands = List.copyOf(operands);
            fills = List.copyOf(fills);
        }
    }

    /**
     * A call of a library.
     *
     * @param call the call
     * @param fills its slots
     */
    record Call(LibraryCall call, List<Fill> fills) implements Operation {

        @Override
        public Step step() {
            return call;
        }

        public Call {
            fills = List.copyOf(fills);
        }
    }
}
