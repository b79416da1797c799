package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.ArgumentLayout;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.LibraryCall;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.schedule.Region;

/** Fills the argument block of a launch: addresses, dims and numbers, each in its slot. */
final class ArgumentCode {

    private final Plan plan;
    private final MethodNames names;
    private final WorkspaceCode workspace;
    private final boolean arrays;
    /** Whether temporaries are tensors: in a method over open shapes their sizes are known too late for a workspace. */
    private final boolean temporaryTensors;

    /**
     * Code for one form.
     *
     * @param arrays whether parameters and results are pinned arrays, whose addresses are known at the launch
     */
    ArgumentCode(Plan plan, MethodNames names, WorkspaceCode workspace, boolean temporaryTensors, boolean arrays) {
        this.plan = plan;
        this.names = names;
        this.workspace = workspace;
        this.temporaryTensors = temporaryTensors;
        this.arrays = arrays;
    }

    /** Fills the slots of a kernel over ranked shapes from the given one on. */
    void fill(CodeBlock.Builder code, Kernel kernel, int firstSlot) {
        WorkspaceCode.Blocks parts = workspace.blocks(kernel);
        ArgumentLayout layout = kernel.layout();
        kernel.inputs().forEach(buffer -> pointer(code, firstSlot + buffer.slot(), buffer.location(), "input"));
        kernel.outputs().forEach(buffer -> pointer(code, firstSlot + buffer.slot(), buffer.location(), "output"));
        for (int i = 0; i < layout.dims().size(); i++) {
            integer(
                    code,
                    firstSlot + layout.dimSlot() + i,
                    names.dim(layout.dims().get(i)));
        }
        writeScalars(code, layout, names, firstSlot);
        CodeBlock stream = arrays ? CodeBlock.of("0") : CacheCode.level(plan, kernel, names);
        code.addStatement("$L.integer($L, $L)", names.frame, firstSlot + layout.streamSlot(), stream);
        if (kernel.finish() != null) {
            int partials = firstSlot + layout.partialSlot();
            code.addStatement("$L.pointer($L, $L)", names.frame, partials, workspace.address(parts.region()));
            integer(code, firstSlot + layout.blockSlot(), Partition.itemsPerBlock(kernel, names));
            integer(code, firstSlot + layout.blockCountSlot(), parts.count());
        }
    }

    private void integer(CodeBlock.Builder code, int slot, String value) {
        code.addStatement("$L.integer($L, $L)", names.frame, slot, value);
    }

    /** Numbers are written in the dtype of the tensors that they meet; 16-bit floats compute as {@code float}. */
    static void writeScalars(CodeBlock.Builder code, ArgumentLayout layout, MethodNames names, int firstSlot) {
        for (int i = 0; i < layout.scalars().size(); i++) {
            Node scalar = layout.scalars().get(i);
            String method = scalar.dtype().isFloating() ? "scalar" : "integer";
            code.addStatement(
                    "$L.$L($L, $L)",
                    names.frame,
                    method,
                    firstSlot + layout.scalarSlot() + i,
                    names.expression(scalar.attributes().text(Attributes.EXPRESSION)));
        }
    }

    /**
     * Fills the slots of a library call: operands, result, the dims of the op's own operands, the strides of the result,
     * then numbers, each as a double.
     */
    void fill(CodeBlock.Builder code, LibraryCall call) {
        int slot = 0;
        for (int i = 0; i < call.operands().size(); i++) {
            region(code, slot++, call.operands().get(i), call.tensors().get(i).dtype(), "input");
        }
        region(code, slot++, call.result(), call.node().dtype(), "output");
        for (Node operand : call.ownTensors()) {
            for (Dim dim : operand.shape().dims()) {
                integer(code, slot++, names.dim(dim));
            }
        }
        for (Dim stride : call.resultStrides()) {
            integer(code, slot++, names.dim(stride));
        }
        for (Node number : call.numbers()) {
            code.addStatement("$L.number($L, $L)", names.frame, slot++, number(number));
        }
    }

    /** Java text of a number that a library takes. */
    private String number(Node number) {
        return switch (number.kind()) {
            case SCALAR -> names.expression(number.attributes().text(Attributes.EXPRESSION));
            case DIMENSION -> names.product(number.attributes().dims());
            default -> literal(number.attributes().value());
        };
    }

    private static String literal(double value) {
        if (Double.isFinite(value)) {
            return Double.toString(value);
        }
        return Double.isNaN(value) ? "Double.NaN" : value > 0 ? "Double.POSITIVE_INFINITY" : "Double.NEGATIVE_INFINITY";
    }

    /** Java text of the number of elements of a location. */
    String elementCount(Location location) {
        if (isInWorkspace(location)) {
            int index = ((Location.Temporary) location).index();
            return names.dim(
                    Dim.product(plan.temporaries().get(index).value().shape().dims()));
        }
        return names.tensor(location) + (arrays ? ".length" : ".elementCount()");
    }

    /** The arguments that give a location's memory to a check: a tensor, or dtype, address and number of elements. */
    CodeBlock memory(Location location) {
        if (location instanceof Location.Temporary temporary && !temporaryTensors) {
            Plan.Temporary region = plan.temporaries().get(temporary.index());
            return CodeBlock.of(
                    "$T.$L, $L, $L",
                    RuntimeTypes.DTYPE,
                    region.value().dtype().name(),
                    workspace.address(region.slot()),
                    names.product(region.value().shape().dims()));
        }
        return CodeBlock.of("$L", names.tensor(location));
    }

    /** Sets a slot to the address of the first element of a region that a launch reads or writes. */
    private void region(CodeBlock.Builder code, int slot, Region region, DType dtype, String use) {
        Dim offset = region.access().offset();
        if (offset.equals(Dim.ZERO)) {
            pointer(code, slot, region.location(), use);
        } else if (isInWorkspace(region.location())) {
            String bytes = names.dim(offset.times(Dim.of(dtype.byteSize())));
            code.addStatement("$L.pointer($L, $L + $L)", names.frame, slot, address(region.location()), bytes);
        } else {
            String tensor = names.tensor(region.location());
            code.addStatement("$L.$L($L, $L, $L)", names.frame, use, slot, tensor, names.dim(offset));
        }
    }

    private boolean isInWorkspace(Location location) {
        return location instanceof Location.Temporary && !temporaryTensors;
    }

    /** Java text of the address of a temporary in the workspace. */
    private String address(Location temporary) {
        int index = ((Location.Temporary) temporary).index();
        return workspace.address(plan.temporaries().get(index).slot());
    }

    /** Sets a slot to the address of what a launch reads as its input or writes as its output. */
    private void pointer(CodeBlock.Builder code, int slot, Location location, String use) {
        if (isInWorkspace(location)) {
            code.addStatement("$L.pointer($L, $L)", names.frame, slot, address(location));
        } else if (!arrays) {
            code.addStatement("$L.$L($L, $L)", names.frame, use, slot, names.tensor(location));
        }
    }
}
