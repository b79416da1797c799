package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a kernel over rows uses the unified buffer: sums of what a tile, a row and a lane have, which the kernel itself makes
 * numbers of, since it may know the dims only at the call.
 */
final class RowMemory {

    /** The lanes that an instruction takes at a time. */
    static final int LANES = 64;

    /** The most rows of a tile: an instruction repeats at most 255 times. */
    static final int MOST_ROWS = 248;

    /** Elements of what has one of each row, and of numbers: whole instructions may run over them. */
    static final int COLUMN = 256;

    /** The most lanes of a tile that an instruction repeats along. */
    static final int MOST_LANES = 255 * LANES;

    /** Rows that one instruction repeats for, and parts of them, are in whole groups of so many. */
    private static final int GROUP = 8;

    private final RowKernel kernel;

    RowMemory(RowKernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Bytes.
     *
     * @param tile for each lane of each row
     * @param pitch for each lane
     * @param rows for each row
     * @param fixed besides
     */
    record Bytes(int tile, int pitch, int rows, int fixed) {

        static final Bytes NONE = new Bytes(0, 0, 0, 0);

        Bytes plus(Bytes other) {
            return new Bytes(tile + other.tile, pitch + other.pitch, rows + other.rows, fixed + other.fixed);
        }

        Bytes times(int count) {
            return new Bytes(count * tile, count * pitch, count * rows, count * fixed);
        }

        private Bytes atLeast(Bytes other) {
            return new Bytes(
                    Math.max(tile, other.tile),
                    Math.max(pitch, other.pitch),
                    Math.max(rows, other.rows),
                    Math.max(fixed, other.fixed));
        }

        boolean isNone() {
            return equals(NONE);
        }

        @Override
        public String toString() {
            String sum = Stream.of(term(tile, "tile"), term(pitch, "pitch"), term(rows, "room"), term(fixed, "1"))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(" + "));
            return sum.isEmpty() ? "0" : sum;
        }

        private static String term(int factor, String variable) {
            if (factor == 0 || variable.equals("1")) {
                return factor == 0 ? "" : String.valueOf(factor);
            }
            return factor + " * " + variable;
        }
    }

    /** What a value takes. */
    static Bytes of(TileShape shape, int elementBytes) {
        return switch (shape) {
            case TILE -> new Bytes(elementBytes, 0, 0, 0);
            case LANES -> new Bytes(0, elementBytes, 0, 0);
            case COLUMN, UNIFORM -> new Bytes(0, 0, 0, COLUMN * elementBytes);
            case SINGLE -> new Bytes(0, 0, 0, UnifiedBuffer.BLOCK_BYTES);
            case BLOCKS -> new Bytes(0, 0, UnifiedBuffer.BLOCK_BYTES, 0);
            case PARTS -> new Bytes(0, 0, LANES * elementBytes, 0);
        };
    }

    /** How many elements a value has, as a number of the kernel. */
    static String elements(TileShape shape) {
        return switch (shape) {
            case TILE -> "tile";
            case LANES -> "pitch";
            case COLUMN, UNIFORM -> String.valueOf(COLUMN);
            case SINGLE -> String.valueOf(GROUP);
            case BLOCKS -> "room * " + GROUP;
            case PARTS -> "room * " + LANES;
        };
    }

    static Bytes of(List<Transfer> transfers) {
        return transfers.stream()
                .map(transfer -> of(transfer.shape(), transfer.dtype().byteSize()))
                .reduce(Bytes.NONE, Bytes::plus);
    }

    /** One of the buffers of what is loaded. */
    Bytes loaded() {
        return kernel.sections().stream().map(section -> of(section.loads())).reduce(Bytes.NONE, Bytes::atLeast);
    }

    /** One of the buffers of what is stored. */
    Bytes stored() {
        return kernel.sections().stream().map(section -> of(section.stores())).reduce(Bytes.NONE, Bytes::atLeast);
    }

    /** What is loaded for all rows. */
    Bytes shared() {
        return of(kernel.shared());
    }

    private static Bytes values(Map<TileShape, Integer> counts) {
        return counts.entrySet().stream()
                .map(entry -> of(entry.getKey(), Float.BYTES).times(entry.getValue()))
                .reduce(Bytes.NONE, Bytes::plus);
    }

    /** Values between instructions, and what all tiles read. */
    Bytes work() {
        return values(kernel.temporaries()).plus(values(kernel.kept()));
    }

    /** Where a place between instructions, or of what all tiles read, begins. */
    Bytes offset(Place place) {
        boolean isTemporary = place.region() == TileKernel.Region.TEMPORARY;
        Map<TileShape, Integer> counts = isTemporary ? kernel.temporaries() : kernel.kept();
        Bytes sum = isTemporary ? Bytes.NONE : values(kernel.temporaries());
        for (TileShape shape : TileShape.values()) {
            if (shape == place.shape()) {
                return sum.plus(of(shape, Float.BYTES).times(place.index()));
            }
            sum = sum.plus(of(shape, Float.BYTES).times(counts.getOrDefault(shape, 0)));
        }
        throw new IllegalStateException("no place has the shape " + place.shape());
    }

    /** All of it, as far as rows and lanes decide. */
    Bytes all() {
        return loaded().times(UnifiedBuffer.BUFFERS)
                .plus(stored().times(UnifiedBuffer.BUFFERS))
                .plus(shared())
                .plus(work());
    }

    /**
     * What is left for rows and lanes: tiles are rounded up to whole instructions, rows to whole groups, and each buffer to a
     * block.
     */
    int free() {
        Bytes all = all();
        return UnifiedBuffer.BYTES - all.fixed() - LANES * all.tile() - (GROUP - 1) * all.rows() - COLUMN;
    }

    /** Elements of a row begin at multiples of so many, so that rows of every dtype begin at a block. */
    int unit() {
        int narrowest = kernel.transfers()
                .filter(transfer -> transfer.shape() == TileShape.TILE || transfer.shape() == TileShape.LANES)
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .reduce(Float.BYTES, Math::min);
        return UnifiedBuffer.BLOCK_BYTES / narrowest;
    }

    /** How many rows of some lanes fit. */
    long rows(long lanes) {
        long unit = lanes <= LANES ? unit() : LANES;
        long pitch = Math.max(unit, (lanes + unit - 1) / unit * unit);
        Bytes all = all();
        return pitch > MOST_LANES ? 0 : (free() - pitch * all.pitch()) / (pitch * all.tile() + all.rows());
    }
}
