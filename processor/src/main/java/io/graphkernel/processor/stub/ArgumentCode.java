package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.launch.Fill;
import io.graphkernel.processor.launch.Size;
import io.graphkernel.processor.schedule.Location;
import java.util.ArrayList;
import java.util.List;

/** Fills the slots of a launch: addresses, dims and numbers. */
final class ArgumentCode {

    private final MethodNames names;
    private final SizeCode sizes;
    /** Parameters and results are pinned arrays, whose addresses are known at the launch; they stay in caches. */
    private final boolean arrays;

    /**
     * Code for one overload.
     *
     * @param arrays whether parameters and results are pinned arrays
     */
    ArgumentCode(MethodNames names, SizeCode sizes, boolean arrays) {
        this.names = names;
        this.sizes = sizes;
        this.arrays = arrays;
    }

    void write(CodeBlock.Builder code, List<Fill> fills) {
        fills.forEach(fill -> write(code, fill));
    }

    private void write(CodeBlock.Builder code, Fill fill) {
        if (fill instanceof Fill.OfTensor tensor) {
            if (!arrays || tensor.location() instanceof Location.Constant) {
                tensor(code, tensor);
            }
        } else if (fill instanceof Fill.OfArena part) {
            code.addStatement("$L.pointer($L, $L)", names.frame, part.slot(), address(part.offset()));
        } else if (fill instanceof Fill.OfSize size) {
            code.addStatement("$L.integer($L, $L)", names.frame, size.slot(), sizes.text(size.size()));
        } else if (fill instanceof Fill.OfScalar scalar) {
            String method = scalar.scalar().dtype().isFloating() ? "scalar" : "integer";
            code.addStatement("$L.$L($L, $L)", names.frame, method, scalar.slot(), number(scalar.scalar()));
        } else if (fill instanceof Fill.OfNumber number) {
            code.addStatement("$L.number($L, $L)", names.frame, number.slot(), number(number.number()));
        } else {
            Fill.OfCaches caches = (Fill.OfCaches) fill;
            CodeBlock level = arrays ? CodeBlock.of("0") : level(caches);
            code.addStatement("$L.integer($L, $L)", names.frame, caches.slot(), level);
        }
    }

    private void tensor(CodeBlock.Builder code, Fill.OfTensor fill) {
        String use = fill.written() ? "output" : "input";
        String tensor = names.tensor(fill.location());
        if (fill.offset().equals(Size.ZERO)) {
            code.addStatement("$L.$L($L, $L)", names.frame, use, fill.slot(), tensor);
        } else {
            code.addStatement("$L.$L($L, $L, $L)", names.frame, use, fill.slot(), tensor, sizes.text(fill.offset()));
        }
    }

    private CodeBlock level(Fill.OfCaches fill) {
        return level(fill, sizes.text(fill.footprint()));
    }

    /**
     * What a kernel does about caches.
     *
     * @param footprint Java text of the bytes that are moved
     */
    CodeBlock level(Fill.OfCaches fill, String footprint) {
        List<CodeBlock> shared = new ArrayList<>();
        for (Fill.Shared pair : fill.shared()) {
            shared.add(CodeBlock.of(
                    "$L.address() == $L.address()", names.tensor(pair.result()), names.tensor(pair.parameter())));
        }
        CodeBlock inPlace = shared.isEmpty() ? CodeBlock.of("$L", fill.updates()) : CodeBlock.join(shared, " || ");
        return CodeBlock.of("$T.level($L, $L)", RuntimeTypes.STREAMING, footprint, inPlace);
    }

    /** Java text of an address in the arena. */
    String address(Size offset) {
        return offset.equals(Size.ZERO) ? names.arena() : names.arena() + " + " + sizes.text(offset);
    }

    /** Java text of a number of a launch. */
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
}
