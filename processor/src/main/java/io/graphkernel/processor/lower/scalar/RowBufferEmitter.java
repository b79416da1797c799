package io.graphkernel.processor.lower.scalar;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.PointerCast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;

/**
 * Emitter of row buffers: one contiguous buffer in scratch memory for each value that is kept between the stages of a
 * row.
 */
final class RowBufferEmitter {

    private static final Variable SCRATCH = new Variable("scratch", PointerType.BYTES);

    private final ScheduledKernel kernel;
    private final KernelNames names;
    private final StageLowering body;
    private final CodeBuilder code;

    RowBufferEmitter(ScheduledKernel kernel, KernelNames names, StageLowering body, CodeBuilder code) {
        this.kernel = kernel;
        this.names = names;
        this.body = body;
        this.code = code;
    }

    /** Declares the buffers, each aligned to a cache line. */
    void declare() {
        IterationSpace space = kernel.space();
        Dim row = space.middle().stream().map(IterationDim::extent).reduce(space.inner(), Dim::times);
        Address address = SCRATCH;
        for (Node saved : kernel.body().saved()) {
            Variable buffer =
                    code.declareFinal(names.rowBuffer(saved), type(saved), new PointerCast(type(saved), address));
            Expression bytes = CodeBuilder.times(CodeBuilder.size(row), CodeBuilder.constant(bytes(saved.dtype())));
            Expression lines = CodeBuilder.div(
                    CodeBuilder.plus(bytes, CodeBuilder.constant(KernelAbi.MEMORY_ALIGNMENT - 1)),
                    CodeBuilder.constant(KernelAbi.MEMORY_ALIGNMENT));
            address = new Offset(
                    new PointerCast(PointerType.BYTES, buffer),
                    CodeBuilder.times(lines, CodeBuilder.constant(KernelAbi.MEMORY_ALIGNMENT)));
        }
    }

    private static int bytes(DataType dtype) {
        return dtype.computeType().byteSize();
    }

    private static PointerType type(Node saved) {
        return new PointerType(saved.dtype(), MemoryFormat.COMPUTE, true);
    }

    /** Loads the values that earlier stages saved. */
    void restore(Stage stage, Expression position) {
        stage.restored().forEach(node -> body.declare(node, new Load(elementAddress(node, position))));
    }

    /** Saves the values that later stages read. */
    void save(Stage stage, Expression position) {
        stage.saved().forEach(node -> code.store(elementAddress(node, position), body.operand(node)));
    }

    private Address elementAddress(Node node, Expression position) {
        return CodeBuilder.address(new Variable(names.rowBuffer(node), type(node)), position);
    }
}
