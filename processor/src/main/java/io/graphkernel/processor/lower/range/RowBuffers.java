package io.graphkernel.processor.lower.range;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Recast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;

/** Lowers what is kept of a row between stages: a buffer for each value, one after the other in scratch memory. */
final class RowBuffers {

    private static final Variable SCRATCH = new Variable("scratch", Pointer.BYTES);

    private final Kernel kernel;
    private final Names names;
    private final StageLowering body;
    private final Code code;

    RowBuffers(Kernel kernel, Names names, StageLowering body, Code code) {
        this.kernel = kernel;
        this.names = names;
        this.body = body;
        this.code = code;
    }

    /** Declares the buffers; each begins at a cache line. */
    void declare() {
        IterationSpace space = kernel.space();
        Dim row = space.middle().stream().map(Run::extent).reduce(space.inner(), Dim::times);
        Address address = SCRATCH;
        for (Node saved : kernel.saved()) {
            Variable buffer = code.let(names.saved(saved), type(saved), new Recast(type(saved), address));
            Expression bytes = Code.times(Code.size(row), Code.number(bytes(saved.dtype())));
            Expression lines = Code.over(
                    Code.plus(bytes, Code.number(KernelAbi.MEMORY_ALIGNMENT - 1)),
                    Code.number(KernelAbi.MEMORY_ALIGNMENT));
            address = new Offset(
                    new Recast(Pointer.BYTES, buffer), Code.times(lines, Code.number(KernelAbi.MEMORY_ALIGNMENT)));
        }
    }

    private static int bytes(DType dtype) {
        return dtype.isFloating() ? Math.max(4, dtype.byteSize()) : dtype.byteSize();
    }

    private static Pointer type(Node saved) {
        return new Pointer(saved.dtype(), Memory.KEPT, true);
    }

    /** Reads what earlier stages kept. */
    void restore(Stage stage, Expression position) {
        stage.restored().forEach(node -> body.declare(node, new Load(kept(node, position))));
    }

    /** Keeps what later stages need. */
    void save(Stage stage, Expression position) {
        stage.saved().forEach(node -> code.store(kept(node, position), body.operand(node)));
    }

    private Address kept(Node node, Expression position) {
        return Code.address(new Variable(names.saved(node), type(node)), position);
    }
}
