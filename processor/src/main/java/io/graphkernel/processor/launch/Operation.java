package io.graphkernel.processor.launch;

import io.graphkernel.processor.schedule.LibraryStep;
import io.graphkernel.processor.schedule.LoopStep;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import java.util.List;

/** An operation of a call, after its slots are initialized. */
public sealed interface Operation {

    /** Returns the step; null for a batch of kernels. */
    Step step();

    /** Returns the initializers of the slots. */
    List<SlotInitializer> fills();

    /**
     * Sequential launches of one kernel.
     *
     * @param step the kernel
     * @param fills initializers of its slots
     * @param sections its functions, in order
     */
    record Launches(Step step, List<SlotInitializer> fills, List<Section> sections) implements Operation {

        public Launches {
            fills = List.copyOf(fills);
            sections = List.copyOf(sections);
        }
    }

    /**
     * A batch of kernels in one launch.
     *
     * @param fills initializers of all slots, kernel by kernel
     * @param sections functions, by phase
     */
    record LaunchBatch(List<SlotInitializer> fills, List<Section> sections) implements Operation {

        @Override
        public Step step() {
            return null;
        }

        public LaunchBatch {
            fills = List.copyOf(fills);
            sections = List.copyOf(sections);
        }
    }

    /**
     * A launch of a kernel over unranked shapes, whose loops over elements or rows are determined by broadcasting.
     *
     * @param kernel the kernel
     * @param operands operands of the broadcast, inputs first
     * @param fills initializers of its slots, without those of the loops
     */
    record UnrankedLaunch(ScheduledKernel kernel, List<BroadcastOperand> operands, List<SlotInitializer> fills)
            implements Operation {

        @Override
        public Step step() {
            return kernel;
        }

        public UnrankedLaunch {
            operands = List.copyOf(operands);
            fills = List.copyOf(fills);
        }
    }

    /**
     * A loop.
     *
     * @param loop the loop
     * @param fills initializer of the slot with the address of the scalar that selects iterations, if there is one
     * @param body operations of an iteration
     */
    record Loop(LoopStep loop, List<SlotInitializer> fills, List<Operation> body) implements Operation {

        @Override
        public Step step() {
            return loop;
        }

        public Loop {
            fills = List.copyOf(fills);
            body = List.copyOf(body);
        }
    }

    /**
     * A library call.
     *
     * @param call the call
     * @param fills initializers of its slots
     */
    record Call(LibraryStep call, List<SlotInitializer> fills) implements Operation {

        @Override
        public Step step() {
            return call;
        }

        public Call {
            fills = List.copyOf(fills);
        }
    }
}
