package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.schedule.LocalMemorySize;
import java.util.ArrayList;
import java.util.List;

/** Printer of local memory sizes as expressions that a row kernel evaluates. */
final class LocalSizePrinter {

    private static final AscendModel.Vector VECTOR = AscendModel.DEFAULT.vector();

    private LocalSizePrinter() {}

    /** Returns a size in bytes. */
    static String bytes(LocalMemorySize size) {
        List<String> terms = new ArrayList<>();
        terms.add(term(size.tile(), "tile"));
        terms.add(term(size.pitch(), "span"));
        terms.add(term(size.rows(), "room"));
        terms.add(size.fixed() == 0 ? "" : String.valueOf(size.fixed() / Byte.SIZE));
        terms.removeIf(String::isEmpty);
        return terms.isEmpty() ? "0" : String.join(" + ", terms);
    }

    private static String term(int bits, String variable) {
        if (bits == 0) {
            return "";
        }
        boolean isWhole = bits % Byte.SIZE == 0;
        return isWhole ? bits / Byte.SIZE + " * " + variable : bits + " * (" + variable + " / " + Byte.SIZE + ")";
    }

    /** Returns the number of elements of a buffer; a mask has 8 bits per element. */
    static String elements(LocalBuffer buffer) {
        String elements = switch (buffer.shape()) {
            case TILE -> "tile";
            case LANES -> "span";
            case COLUMN, UNIFORM -> String.valueOf(VECTOR.columnElements());
            case SINGLE, BLOCK -> String.valueOf(VECTOR.rowsPerGroup());
            case TOTAL -> String.valueOf(VECTOR.lanes());
            case BLOCKS -> "room * " + VECTOR.rowsPerGroup();
            case PARTS -> "room * " + VECTOR.lanes();
            case VARYING -> throw new IllegalStateException("no place is of " + buffer.shape());
        };
        return buffer.region() == LocalRegion.MASK ? elements + " / " + Byte.SIZE : elements;
    }
}
