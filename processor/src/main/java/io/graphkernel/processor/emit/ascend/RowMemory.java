package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import java.util.ArrayList;
import java.util.List;

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
     * Sizes in bits.
     *
     * @param tile for each lane of each row
     * @param pitch for each lane
     * @param rows for each row
     * @param fixed besides
     */
    record Bits(int tile, int pitch, int rows, int fixed) {

        static final Bits NONE = new Bits(0, 0, 0, 0);

        Bits plus(Bits other) {
            return new Bits(tile + other.tile, pitch + other.pitch, rows + other.rows, fixed + other.fixed);
        }

        Bits times(int count) {
            return new Bits(count * tile, count * pitch, count * rows, count * fixed);
        }

        private Bits atLeast(Bits other) {
            return new Bits(
                    Math.max(tile, other.tile),
                    Math.max(pitch, other.pitch),
                    Math.max(rows, other.rows),
                    Math.max(fixed, other.fixed));
        }

        boolean isNone() {
            return equals(NONE);
        }

        /** The bytes, as a number of the kernel. */
        String bytes() {
            List<String> terms = new ArrayList<>();
            terms.add(term(tile, "tile"));
            terms.add(term(pitch, "span"));
            terms.add(term(rows, "room"));
            terms.add(fixed == 0 ? "" : String.valueOf(fixed / Byte.SIZE));
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
    }

    /** What a value takes. */
    private static Bits of(TileShape shape, int bits) {
        return switch (shape) {
            case TILE -> new Bits(bits, 0, 0, 0);
            case LANES -> new Bits(0, bits, 0, 0);
            case COLUMN, UNIFORM -> new Bits(0, 0, 0, COLUMN * bits);
            case SINGLE, BLOCK -> new Bits(0, 0, 0, UnifiedBuffer.BLOCK_BYTES * Byte.SIZE);
            case TOTAL -> new Bits(0, 0, 0, LANES * bits);
            case BLOCKS -> new Bits(0, 0, UnifiedBuffer.BLOCK_BYTES * Byte.SIZE, 0);
            case PARTS -> new Bits(0, 0, LANES * bits, 0);
            case VARYING -> of(TileShape.TILE, bits).plus(of(TileShape.COLUMN, bits));
        };
    }

    /** How many elements of its dtype a place has, as a number of the kernel: masks have 8 in each. */
    static String elements(Place place) {
        String elements = switch (place.shape()) {
            case TILE -> "tile";
            case LANES -> "span";
            case COLUMN, UNIFORM -> String.valueOf(COLUMN);
            case SINGLE, BLOCK -> String.valueOf(GROUP);
            case TOTAL -> String.valueOf(LANES);
            case BLOCKS -> "room * " + GROUP;
            case PARTS -> "room * " + LANES;
            case VARYING -> throw new IllegalStateException("no place is of " + place.shape());
        };
        return place.region() == Region.MASK ? elements + " / " + Byte.SIZE : elements;
    }

    /** What is stored takes. */
    static Bits ofStores(List<Transfer> stores) {
        return stores.stream()
                .map(store -> new MovementPrinter(store)
                        .storedBits(of(store.shape(), store.dtype().byteSize() * Byte.SIZE)))
                .reduce(Bits.NONE, Bits::plus);
    }

    /** What the tile of an operand takes. */
    static Bits tile(Transfer transfer) {
        return of(TileShape.TILE, transfer.dtype().byteSize() * Byte.SIZE);
    }

    static Bits of(List<Transfer> transfers) {
        return transfers.stream()
                .map(transfer -> new MovementPrinter(transfer)
                        .bits(of(transfer.shape(), transfer.dtype().byteSize() * Byte.SIZE)))
                .reduce(Bits.NONE, Bits::plus);
    }

    /** One of the buffers of what is loaded. */
    Bits loaded() {
        return kernel.parts().map(section -> of(section.loads())).reduce(Bits.NONE, Bits::atLeast);
    }

    /** One of the buffers of what is stored. */
    Bits stored() {
        return kernel.sections().stream()
                .map(section -> ofStores(section.stores()))
                .reduce(Bits.NONE, Bits::atLeast);
    }

    /** The indices of slices. */
    Bits indices() {
        return kernel.parts().map(section -> of(section.indices())).reduce(Bits.NONE, Bits::atLeast);
    }

    /** What is loaded for all rows. */
    Bits shared() {
        return of(kernel.shared());
    }

    private Bits size(Region region, TileShape shape) {
        return of(shape, region.bits()).times(kernel.room(region, shape));
    }

    /** Values between instructions, and what all tiles read. */
    Bits work() {
        Bits sum = Bits.NONE;
        for (Region region : Region.values()) {
            for (TileShape shape : TileShape.values()) {
                sum = sum.plus(size(region, shape));
            }
        }
        return sum;
    }

    /** Where a place of these begins. */
    Bits offset(Place place) {
        Bits sum = of(place.shape(), place.region().bits()).times(place.index());
        for (Region region : Region.values()) {
            for (TileShape shape : TileShape.values()) {
                if (region == place.region() && shape == place.shape()) {
                    return sum;
                }
                sum = sum.plus(size(region, shape));
            }
        }
        throw new IllegalStateException("no such place: " + place);
    }

    /** All of it, as far as rows and lanes decide, of which each takes some at least. */
    Bits all() {
        Bits least = new Bits(0, 1, 1, 0);
        return loaded().times(UnifiedBuffer.BUFFERS)
                .plus(stored().times(UnifiedBuffer.BUFFERS))
                .plus(shared())
                .plus(indices())
                .plus(work())
                .atLeast(least);
    }

    /**
     * The bits that are left for rows and lanes: tiles and lanes are rounded up to whole instructions, rows to whole groups, and
     * each buffer to a block.
     */
    int free() {
        Bits all = all();
        int rounded = COLUMN * (all.tile() + all.pitch()) + (GROUP - 1) * all.rows() + COLUMN * Byte.SIZE;
        return Byte.SIZE * UnifiedBuffer.BYTES - all.fixed() - rounded;
    }

    /** Elements of a row begin at multiples of so many, so that rows of every dtype begin at a block. */
    int unit() {
        int narrowest = kernel.transfers()
                .filter(transfer -> transfer.shape() == TileShape.TILE
                        || transfer.shape() == TileShape.LANES
                        || transfer.shape() == TileShape.VARYING)
                .mapToInt(transfer -> transfer.dtype().byteSize())
                .reduce(Float.BYTES, Math::min);
        return UnifiedBuffer.BLOCK_BYTES / narrowest;
    }

    /** How many rows of some lanes fit. */
    long rows(long lanes) {
        long unit = lanes <= LANES ? unit() : LANES;
        long pitch = Math.max(unit, (lanes + unit - 1) / unit * unit);
        Bits all = all();
        return pitch > MOST_LANES ? 0 : (free() - pitch * all.pitch()) / (pitch * all.tile() + all.rows());
    }
}
