package io.graphkernel.runtime.generated.plan;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.generated.Kernel;
import io.graphkernel.runtime.generated.LaunchFrame;

/**
 * The loops of a kernel over unranked shapes: the operands of its broadcast, and its functions over elements or rows.
 */
final class UnrankedLoops {
    private final String method;
    private final String[] names;
    /** Index of each operand's tensor; -1 for one that is given by dims. */
    private final int[] tensors;

    private final PlanDims[] dims;
    private final int inputs;
    private final int slot;
    private final int elementBytes;
    private final int grainSize;
    private final int flatKernel;
    private final int rowKernel;

    UnrankedLoops(PlanReader in, PlanLimits limits) {
        method = limits.method();
        int count = in.count("operands");
        names = new String[count];
        tensors = new int[count];
        dims = new PlanDims[count];
        for (int i = 0; i < count; i++) {
            boolean tensor = in.flag();
            names[i] = in.text();
            tensors[i] = tensor ? in.below(limits.tensors(), "a tensor") : -1;
            dims[i] = tensor ? null : new PlanDims(in, limits);
        }
        inputs = in.below(count + 1, "the number of inputs");
        int slots = KernelAbi.BROADCAST_HEAD_SLOTS + inputs * KernelAbi.BROADCAST_OPERAND_SLOTS;
        slot = in.below(Math.max(0, KernelAbi.FRAME_SLOTS - slots + 1), "a slot");
        elementBytes = in.below(Integer.MAX_VALUE, "the bytes of an element");
        grainSize = Math.max(1, in.below(Integer.MAX_VALUE, "a grain size"));
        flatKernel = in.below(limits.kernels(), "a kernel");
        rowKernel = in.below(limits.kernels(), "a kernel");
    }

    /** Broadcasts the operands. */
    void broadcast(PlanCall call) {
        LaunchFrame frame = call.frame();
        for (int i = 0; i < tensors.length; i++) {
            if (tensors[i] >= 0) {
                frame.operand(i, call.tensor(tensors[i]));
            } else {
                frame.operand(i, dims[i].of(call));
            }
        }
        frame.broadcast(method, names, tensors.length);
    }

    /** Returns the number of bytes that the launch moves. */
    long footprint(PlanCall call) {
        return elementBytes * call.frame().broadcastElementCount();
    }

    /** Launches the kernel, whose other slots are filled. */
    void launch(PlanCall call) {
        LaunchFrame frame = call.frame();
        long elements = frame.broadcastElementCount();
        long rows = frame.bindBroadcast(slot, inputs);
        if (rows <= 1) {
            kernel(call, flatKernel).launch(frame, elements, grainSize, elementBytes, 0);
        } else {
            kernel(call, rowKernel).launch(frame, rows, 1, elementBytes * (elements / rows), 0);
        }
    }

    private static Kernel kernel(PlanCall call, int number) {
        return call.library().kernel(number, call.frame());
    }
}
