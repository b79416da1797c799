package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.dnnl.binary;
import org.bytedeco.dnnl.eltwise_forward;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.primitive_attr;

/**
 * A matmul of few rows of f32 whose product the built-in kernel computes, and whose post-ops from an activation on oneDNN
 * computes in place. The results have the bits of oneDNN's matmul of many rows with the same post-ops.
 */
final class ActivatedRowsKernel implements LibraryKernel {
    private final LibraryKernel product;
    private final int productOperands;
    /** Programs of the activation and of each post-op after it. */
    private final List<OneDnnProgramPool> steps = new ArrayList<>();

    private final long scratchBytes;

    /**
     * Creates the kernel.
     *
     * @param product the built-in kernel of the product with the post-ops before the activation
     * @param productOperands number of operands of the product
     * @param later the activation and the post-ops after it
     * @throws NotImplementedByOneDnnException if oneDNN has no kernel of one of them
     */
    private ActivatedRowsKernel(LibraryKernel product, int productOperands, MatMulShape shape, List<PostOp> later) {
        this.product = product;
        this.productOperands = productOperands;
        long bytes = 0;
        int openMpThreads = OpenMp.useOneThread();
        try {
            for (PostOp operation : later) {
                OneDnnProgramPool pool = new OneDnnProgramPool(() -> program(shape, operation));
                OneDnnProgram first = pool.acquire();
                bytes = Math.max(bytes, first.scratchBytes());
                pool.release(first);
                steps.add(pool);
            }
        } finally {
            OpenMp.restore(openMpThreads);
        }
        scratchBytes = bytes;
    }

    /**
     * Returns the kernel of a shape with terms whose post-ops have one activation, or none.
     *
     * @param product the built-in kernel of the shape by its post-ops
     * @throws NotImplementedByOneDnnException if oneDNN has no activation with the post-ops after it
     */
    static LibraryKernel kernel(
            MatMulShape shape, List<PostOp> epilogue, Function<List<PostOp>, LibraryKernel> product) {
        int activation = activation(epilogue);
        List<PostOp> earlier = List.copyOf(epilogue.subList(0, activation));
        List<PostOp> later = List.copyOf(epilogue.subList(activation, epilogue.size()));
        return later.isEmpty()
                ? product.apply(earlier)
                : new ActivatedRowsKernel(product.apply(earlier), 2 + PostOp.operands(earlier), shape, later);
    }

    /**
     * Returns true if the post-ops have at most one activation, and no ReLU after it. An activation runs on one thread, so
     * that the rows of all batches have to be few.
     */
    static boolean computes(List<PostOp> epilogue, long rows) {
        int activation = activation(epilogue);
        boolean isActivated = activation < epilogue.size();
        return !(isActivated && rows > CpuModel.MatMul.DEFAULT.maxBuiltInRows())
                && epilogue.stream()
                        .skip(activation + 1L)
                        .allMatch(operation -> operation.hasOperand() && operation != PostOp.ACCUMULATE);
    }

    /** Returns the index of the first activation but ReLU, or the number of post-ops. */
    private static int activation(List<PostOp> epilogue) {
        int index = 0;
        while (index < epilogue.size() && (epilogue.get(index).hasOperand() || epilogue.get(index) == PostOp.RELU)) {
            index++;
        }
        return index;
    }

    private long slotBytes() {
        return LaunchFrame.aligned((productOperands + 1L) * Long.BYTES);
    }

    /** Returns the program of a post-op, whose first operand is also the result. */
    private static OneDnnProgram program(MatMulShape shape, PostOp operation) {
        long columns = shape.n();
        long rows = shape.elementCount() / columns;
        memory.desc full = OneDnn.descriptor(DType.F32, new long[] {rows, columns}, new long[] {columns, 1});
        memory.desc row = OneDnn.descriptor(DType.F32, new long[] {1, columns}, new long[] {columns, 1});
        memory.desc other = operation.isPerChannel() ? row : full;
        primitive_attr attributes = new primitive_attr();
        attributes.set_scratchpad_mode(dnnl.scratchpad_mode.user);
        List<OneDnnProgram.Operand> operands = new ArrayList<>();
        OneDnnProgram.Operand result = new OneDnnProgram.Operand(dnnl.DNNL_ARG_DST, full, full);
        operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_SRC_0, full, full));
        if (operation.hasOperand()) {
            binary.primitive_desc plan = NotImplementedByOneDnnException.create(() -> new binary.primitive_desc(
                    OneDnn.cpu(), OneDnnPostOps.algorithm(operation), full, other, full, attributes, false));
            operands.add(new OneDnnProgram.Operand(dnnl.DNNL_ARG_SRC_1, other, other));
            return new OneDnnProgram(new binary(plan), plan.scratchpad_desc(), operands, result);
        }
        eltwise_forward.primitive_desc plan =
                NotImplementedByOneDnnException.create(() -> new eltwise_forward.primitive_desc(
                        OneDnn.cpu(),
                        dnnl.prop_kind.forward_inference,
                        OneDnnPostOps.algorithm(operation),
                        full,
                        full,
                        OneDnnPostOps.slope(operation),
                        0,
                        attributes,
                        false));
        return new OneDnnProgram(new eltwise_forward(plan), plan.scratchpad_desc(), operands, result);
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        HostBlock block = MemoryPool.shared().acquire(slotBytes() + scratchBytes);
        int openMpThreads = OpenMp.useOneThread();
        try {
            // The first step is the activation, which has no operand.
            int operands = productOperands + steps.size() - 1;
            long result = Memory.getLong(arguments + (long) operands * Long.BYTES);
            for (int i = 0; i < productOperands; i++) {
                Memory.putLong(
                        block.address() + (long) i * Long.BYTES, Memory.getLong(arguments + (long) i * Long.BYTES));
            }
            Memory.putLong(block.address() + (long) productOperands * Long.BYTES, result);
            product.launch(frame, block.address());
            for (int i = 0; i < steps.size(); i++) {
                long operand = arguments + (productOperands + i - 1L) * Long.BYTES;
                run(steps.get(i), i == 0 ? 0 : Memory.getLong(operand), result, block.address() + slotBytes());
            }
        } finally {
            OpenMp.restore(openMpThreads);
            MemoryPool.shared().release(block);
        }
    }

    /**
     * Computes a post-op in place.
     *
     * @param operand address of its operand; 0 for an activation
     */
    private static void run(OneDnnProgramPool pool, long operand, long result, long scratch) {
        OneDnnProgram program = pool.acquire();
        try {
            int next = 0;
            program.address(next++, result);
            if (operand != 0) {
                program.address(next++, operand);
            }
            program.address(next, result);
            program.run(scratch);
        } finally {
            pool.release(program);
        }
    }
}
