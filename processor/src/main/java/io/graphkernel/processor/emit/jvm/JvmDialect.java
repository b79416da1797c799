package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.emit.scalar.Dialect;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;

/** Kernels over single elements as Java. */
final class JvmDialect implements Dialect {

    private final JvmNames names;
    private final JvmExpressionPrinter expressions;

    JvmDialect(JvmNames names) {
        this.names = names;
        this.expressions = new JvmExpressionPrinter(names);
    }

    /** Element {@code index} of the argument block. */
    static String slot(DType dtype, int index) {
        return JvmType.load(dtype, "arguments + " + 8 * index);
    }

    @Override
    public String integer() {
        return "final long";
    }

    @Override
    public String constant(DType dtype) {
        return "final " + JvmType.held(dtype);
    }

    @Override
    public String dim(Dim dim) {
        return JvmNames.dim(dim);
    }

    @Override
    public String dimension(DType dtype, Dim product) {
        String size = "(" + JvmNames.dim(product) + ")";
        // A dim is a long: javac warns of a cast to what a value is.
        return dtype == DType.I64 ? size : "(" + JvmType.held(dtype) + ") " + size;
    }

    @Override
    public String argument(DType dtype, int slot) {
        return slot(JvmType.partial(dtype), slot);
    }

    @Override
    public String index(int run) {
        return JvmNames.index(run);
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
        return expressions.value(node);
    }

    @Override
    public String load(Buffer buffer, String element) {
        return JvmType.load(buffer.value().dtype(), address(buffer, element));
    }

    @Override
    public String store(Buffer buffer, String element, String value) {
        return JvmType.store(buffer.value().dtype(), address(buffer, element), value);
    }

    private String address(Buffer buffer, String element) {
        return names.pointer(buffer) + " + (" + element + ") * " + JvmKernelPrinter.bytes(buffer);
    }

    @Override
    public String placeName(Node gather) {
        return names.place(gather);
    }

    @Override
    public String place(String index, Dim extent) {
        return "Casts.index(" + index + ", " + JvmNames.dim(extent) + ")";
    }

    @Override
    public String gathered(Gather gather, String element) {
        Node node = gather.node();
        String place = names.place(node);
        String address = address(gather.data(), element) + " + " + place + " * " + JvmNames.dim(gather.axisStride())
                + " * " + JvmKernelPrinter.bytes(gather.data());
        String zero = node.dtype() == DType.BOOL ? "false" : "0";
        return place + " < 0 ? " + zero + " : " + JvmType.load(node.dtype(), address);
    }

    @Override
    public String origin(Node node) {
        return "";
    }

    @Override
    public String accumulator(Node reduction) {
        return names.accumulator(reduction);
    }

    @Override
    public String accumulatorType(Node reduction) {
        return JvmType.accumulated(reduction.operands().get(0).dtype());
    }

    @Override
    public String identity(Node reduction) {
        return JvmType.identity(reduction);
    }

    @Override
    public String combined(Node reduction, String accumulated, String value) {
        return JvmType.combine(reduction, accumulated, value);
    }

    @Override
    public String result(Node reduction, String accumulated) {
        return JvmType.result(reduction, accumulated);
    }
}
