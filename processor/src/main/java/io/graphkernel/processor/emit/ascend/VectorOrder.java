package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which vector instructions must wait for earlier ones: an instruction may begin before the one before it has written, or read,
 * its elements.
 */
final class VectorOrder {

    private final Set<Place> read = new LinkedHashSet<>();
    private final Set<Place> written = new LinkedHashSet<>();

    /** Another one that begins with the same. */
    VectorOrder copy() {
        VectorOrder copy = new VectorOrder();
        copy.join(this);
        return copy;
    }

    /**
     * Takes what may be unfinished on another way to the next instruction.
     *
     * @return whether that is more than was known
     */
    boolean join(VectorOrder other) {
        boolean isMoreRead = read.addAll(other.read);
        return written.addAll(other.written) || isMoreRead;
    }

    /** Takes what is unfinished from another one. */
    void become(VectorOrder other) {
        finish();
        join(other);
    }

    /** Begins after a barrier. */
    void finish() {
        read.clear();
        written.clear();
    }

    /** Begins with other buffers for what is loaded and stored, for which the queues wait. */
    void beginTile() {
        read.removeIf(place -> isCopied(place.region()));
        written.removeIf(place -> isCopied(place.region()));
    }

    /** Takes the next instruction: whether it must wait for all before it. */
    boolean mustWait(Instruction next) {
        if (foldsLanes(next)) {
            return waitsToFold(next);
        }
        List<Place> targets = new ArrayList<>(List.of(next.target()));
        // What a reduction folds lanes into is an operand that it writes, too; so is room for where elements are.
        next.sources().stream()
                .filter(source -> isReduced(source) || next.operation() == Operation.ARRANGE)
                .forEach(targets::add);
        // What no instruction reduces is joined by way of others, which have room of their own.
        if (next.sources().size() > 2 && isReduced(next.sources().get(0))) {
            targets.addAll(next.sources()
                    .subList(next.sources().size() - 2, next.sources().size()));
        }
        if (next.operation() == Operation.HALF) {
            targets.add(next.sources().get(1));
        }
        if (next.operation() == Operation.RANDOM) {
            targets.addAll(
                    next.sources().subList(Operation.HALVES, next.sources().size()));
        }
        if (next.operation() == Operation.JOIN) {
            targets.addAll(next.sources().subList(2, 4));
        }
        // A scan leaves what it has accumulated to the next rows or lanes, and may need tiles of its own.
        if (next.operation().isScan()) {
            targets.addAll(next.sources().subList(1, next.sources().size()));
        }
        boolean waits = targets.stream().anyMatch(target -> overlaps(written, target) || overlaps(read, target))
                || next.sources().stream().anyMatch(source -> overlaps(written, source));
        if (waits) {
            finish();
        }
        read.addAll(next.sources());
        written.addAll(targets);
        return waits;
    }

    /** Whether it fills what it folds the lanes of rows into, and waits by itself before it reads them. */
    private static boolean foldsLanes(Instruction next) {
        List<Place> sources = next.sources();
        return next.target().shape() == TileShape.COLUMN
                && sources.size() > 1
                && sources.get(0).shape() == TileShape.PARTS
                && sources.get(1).shape() == TileShape.TILE;
    }

    private boolean waitsToFold(Instruction next) {
        Place parts = next.sources().get(0);
        boolean waits = overlaps(written, parts) || overlaps(read, parts);
        finish();
        read.addAll(next.sources());
        written.addAll(next.sources());
        written.remove(next.sources().get(1));
        written.add(next.target());
        return waits;
    }

    private static boolean isReduced(Place place) {
        return place.shape() == TileShape.PARTS || place.shape() == TileShape.TOTAL;
    }

    private static boolean isCopied(Region region) {
        return region == Region.LOADED || region == Region.STORED;
    }

    private static boolean overlaps(Set<Place> places, Place place) {
        return places.stream().anyMatch(place::overlaps);
    }
}
