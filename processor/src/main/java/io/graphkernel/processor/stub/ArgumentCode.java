package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ScalarExpressions;
import io.graphkernel.processor.launch.Size;
import io.graphkernel.processor.launch.SlotInitializer;
import io.graphkernel.processor.schedule.Location;
import java.util.ArrayList;
import java.util.List;

/** Emitter of a launch's arguments: addresses, dims and numbers. */
final class ArgumentCode {

    private final MethodNames names;
    private final SizeCode sizes;
    /**
     * True if parameters and results are pinned arrays, whose addresses are resolved at the launch. They use no
     * non-temporal stores.
     */
    private final boolean arrays;

    /**
     * Creates the emitter of one overload.
     *
     * @param arrays true if parameters and results are pinned arrays
     */
    ArgumentCode(MethodNames names, SizeCode sizes, boolean arrays) {
        this.names = names;
        this.sizes = sizes;
        this.arrays = arrays;
    }

    void write(CodeBlock.Builder code, List<SlotInitializer> fills) {
        fills.forEach(fill -> write(code, fill));
    }

    private void write(CodeBlock.Builder code, SlotInitializer fill) {
        if (fill instanceof SlotInitializer.OfTensor tensor) {
            if (!arrays || tensor.location() instanceof Location.Constant) {
                tensor(code, tensor);
            }
        } else if (fill instanceof SlotInitializer.OfArena initializer) {
            code.addStatement("$L.pointer($L, $L)", names.frame, initializer.slot(), address(initializer.offset()));
        } else if (fill instanceof SlotInitializer.OfSize size) {
            code.addStatement("$L.integer($L, $L)", names.frame, size.slot(), sizes.text(size.size()));
        } else if (fill instanceof SlotInitializer.OfScalar scalar) {
            String method = scalar.scalar().dtype().isFloating() ? "scalar" : "integer";
            code.addStatement("$L.$L($L, $L)", names.frame, method, scalar.slot(), number(scalar.scalar()));
        } else if (fill instanceof SlotInitializer.OfNumber number) {
            code.addStatement("$L.number($L, $L)", names.frame, number.slot(), number(number.number()));
        } else {
            SlotInitializer.OfCaches caches = (SlotInitializer.OfCaches) fill;
            CodeBlock level = arrays ? CodeBlock.of("0") : level(caches);
            code.addStatement("$L.integer($L, $L)", names.frame, caches.slot(), level);
        }
    }

    private void tensor(CodeBlock.Builder code, SlotInitializer.OfTensor fill) {
        String use = fill.written() ? "output" : "input";
        String tensor = names.tensor(fill.location());
        if (fill.offset().equals(Size.ZERO)) {
            code.addStatement("$L.$L($L, $L)", names.frame, use, fill.slot(), tensor);
        } else {
            code.addStatement("$L.$L($L, $L, $L)", names.frame, use, fill.slot(), tensor, sizes.text(fill.offset()));
        }
    }

    private CodeBlock level(SlotInitializer.OfCaches fill) {
        return level(fill, sizes.text(fill.footprint()));
    }

    /**
     * Returns the cache hints of a kernel.
     *
     * @param footprint Java text of the number of bytes moved
     */
    CodeBlock level(SlotInitializer.OfCaches fill, String footprint) {
        List<CodeBlock> shared = new ArrayList<>();
        for (SlotInitializer.Shared pair : fill.shared()) {
            shared.add(CodeBlock.of(
                    "$L.address() == $L.address()", names.tensor(pair.result()), names.tensor(pair.parameter())));
        }
        CodeBlock inPlace = shared.isEmpty() ? CodeBlock.of("$L", fill.updates()) : CodeBlock.join(shared, " || ");
        return CodeBlock.of("$T.level($L, $L)", RuntimeTypes.STREAMING, footprint, inPlace);
    }

    /** Returns Java text of an address in the arena. */
    String address(Size offset) {
        return offset.equals(Size.ZERO) ? names.arena() : names.arena() + " + " + sizes.text(offset);
    }

    /** Returns Java text of a number of a launch. */
    private String number(Node number) {
        return switch (number.kind()) {
            case SCALAR -> names.expression(ScalarExpressions.converted(number));
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
