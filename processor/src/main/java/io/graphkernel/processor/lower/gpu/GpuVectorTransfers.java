package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Statement.AddressSpace;
import io.graphkernel.processor.lower.code.Statement.DeclareArray;
import io.graphkernel.processor.lower.code.Type;
import io.graphkernel.processor.schedule.Buffer;
import java.util.List;

/** Transfers of vectors between buffers and the registers of a thread. */
final class GpuVectorTransfers {

    private final StageLowering body;
    private final VectorAccess access;
    private final CodeBuilder code;

    GpuVectorTransfers(StageLowering body, VectorAccess access, CodeBuilder code) {
        this.body = body;
        this.access = access;
        this.code = code;
    }

    /** Returns the pointer to the current row of a buffer. */
    Variable base(Buffer buffer) {
        Variable pointer = body.pointer(buffer);
        return new Variable(pointer.name() + "_row", pointer.type());
    }

    /** Declares a register for each element of a vector. */
    void declareRegisters(Variable registers) {
        code.add(new DeclareArray(registers, AddressSpace.PRIVATE, List.of(CodeBuilder.constant(access.width()))));
    }

    /** Loads a contiguous vector, of which some elements exist. */
    void loadContiguous(
            Buffer input, Expression registers, Expression first, Expression available, Expression isWhole) {
        code.exprStatement(CodeBuilder.call(
                "load_" + access.width(), registers, CodeBuilder.address(base(input), first), available, isWhole));
    }

    /** Loads a vector whose elements have a stride. */
    void loadStrided(Buffer input, Expression stride, Expression available) {
        Expression first =
                stride.equals(CodeBuilder.constant(0)) ? stride : CodeBuilder.times(GpuLoopEmitter.FIRST, stride);
        code.exprStatement(CodeBuilder.call(
                "load_strided_" + access.width(),
                loaded(input),
                CodeBuilder.address(base(input), first),
                stride,
                available));
    }

    /** Stores a vector, of which some elements exist. */
    void storeVector(Buffer output, Expression available, Expression isWhole) {
        Dim stride = access.stride(output);
        if (stride.equals(Dim.ONE)) {
            code.exprStatement(CodeBuilder.call(
                    "store_" + access.width(),
                    CodeBuilder.address(base(output), GpuLoopEmitter.FIRST),
                    stored(output),
                    available,
                    isWhole));
        } else {
            Expression elementStride = CodeBuilder.size(stride);
            Expression address =
                    CodeBuilder.address(base(output), CodeBuilder.times(GpuLoopEmitter.FIRST, elementStride));
            code.exprStatement(CodeBuilder.call(
                    "store_strided_" + access.width(), address, stored(output), elementStride, available));
        }
    }

    /** Returns the offset of an element from the base of its row. */
    static Expression elementOffset(Variable index, Dim stride) {
        return stride.equals(Dim.ZERO) ? CodeBuilder.size(stride) : CodeBuilder.times(index, CodeBuilder.size(stride));
    }

    /** Returns the registers of a loaded vector. */
    Variable loaded(Buffer input) {
        return registers("in_", input);
    }

    /** Returns the registers of a vector that is stored. */
    Variable stored(Buffer output) {
        return registers("out_", output);
    }

    private Variable registers(String prefix, Buffer buffer) {
        return new Variable(
                prefix + body.pointer(buffer).name(),
                new Type.ScalarType(buffer.value().dtype()));
    }
}
