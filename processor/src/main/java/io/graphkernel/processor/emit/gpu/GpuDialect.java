package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.emit.scalar.Dialect;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;

/** Kernels over single elements in OpenCL C, over the prelude. */
final class GpuDialect implements Dialect {

    private final Kernel kernel;
    private final CNames names;
    private final GpuExpressionPrinter expressions;

    GpuDialect(Kernel kernel, CNames names) {
        this.kernel = kernel;
        this.names = names;
        this.expressions = new GpuExpressionPrinter(names);
    }

    /** The pointer to a buffer's memory. */
    String pointer(Buffer buffer) {
        String pointer = names.pointer(buffer.value());
        return kernel.outputs().contains(buffer) ? pointer + "_" + buffer.slot() : pointer;
    }

    /** The type of that pointer, with a star at the end. */
    String pointerType(Buffer buffer) {
        return "__global " + elementType(buffer) + " *";
    }

    /** The type of the memory, which is not written through an input. */
    String elementType(Buffer buffer) {
        return (kernel.outputs().contains(buffer) ? "" : "const ")
                + CTypes.memory(buffer.value().dtype());
    }

    /** A pointer some elements further. */
    static String further(String pointer, String elements) {
        return elements.equals(CNames.dim(Dim.ZERO)) ? pointer : pointer + " + " + elements;
    }

    /** The partial results of a two-phase reduction. */
    String partial(Node reduction) {
        return names.partial(reduction);
    }

    @Override
    public String integer() {
        return "const gk_int64";
    }

    @Override
    public String constant(DType dtype) {
        return "const " + CTypes.vector(dtype);
    }

    @Override
    public String dim(Dim dim) {
        return CNames.dim(dim);
    }

    @Override
    public String dimension(DType dtype, Dim product) {
        DType computed = CTypes.computed(dtype);
        String number = CNames.dim(product);
        return CTypes.splat(
                computed, computed == DType.I64 ? number : "(" + CTypes.memory(computed) + ") (" + number + ")");
    }

    @Override
    public String argument(DType dtype, int slot) {
        String kind = switch (CTypes.computed(dtype)) {
            case F32 -> "GK_SCALAR";
            case F64 -> "GK_WIDE_SCALAR";
            default -> "GK_INTEGER";
        };
        return CTypes.splat(dtype, kind + "(" + slot + ")");
    }

    @Override
    public String index(int run) {
        return "i" + run;
    }

    @Override
    public String value(Node node) {
        return names.value(node);
    }

    @Override
    public String operand(Node node) {
        return expressions.operand(node);
    }

    @Override
    public String expression(Node node) {
        return expressions.expression(node);
    }

    @Override
    public String load(Buffer buffer, String element) {
        return "gk_load(" + further(pointer(buffer), element) + ")";
    }

    @Override
    public String store(Buffer buffer, String element, String value) {
        return "gk_store(" + further(pointer(buffer), element) + ", " + value + ")";
    }

    @Override
    public String placeName(Node gather) {
        return names.place(gather);
    }

    @Override
    public String place(String index, Dim extent) {
        return "gk_place(gk_cast_i64(" + index + "), " + dim(extent) + ")";
    }

    @Override
    public String gathered(Gather gather, String element) {
        String place = names.place(gather.node());
        return "gk_load_if(" + place + " >= 0, " + further(pointer(gather.data()), element) + " + " + place + " * "
                + dim(gather.axisStride()) + ")";
    }

    @Override
    public String origin(Node node) {
        return CNames.origin(node);
    }

    @Override
    public String accumulator(Node reduction) {
        return names.accumulator(reduction);
    }

    @Override
    public String accumulatorType(Node reduction) {
        return CTypes.vector(CTypes.accumulated(reduction.dtype()));
    }

    @Override
    public String identity(Node reduction) {
        return CTypes.identity(reduction);
    }

    @Override
    public String combined(Node reduction, String accumulated, String value) {
        return joined(reduction, accumulated, CTypes.widened(reduction, value));
    }

    /** Two accumulated values in one. */
    String joined(Node reduction, String first, String second) {
        return "gk_combine_" + CTypes.function(reduction) + "(" + first + ", " + second + ")";
    }

    @Override
    public String result(Node reduction, String accumulated) {
        return CTypes.narrowed(reduction, accumulated);
    }
}
