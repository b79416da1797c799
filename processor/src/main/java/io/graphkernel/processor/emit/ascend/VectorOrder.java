package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Place;
import io.graphkernel.processor.lower.tile.TileKernel.Region;
import io.graphkernel.processor.lower.tile.TileShape;
import java.util.ArrayList;
import java.util.List;

/**
 * Which vector instructions must wait for earlier ones: an instruction may begin before the one before it has written, or read,
 * its elements.
 */
final class VectorOrder {

    private final List<Place> read = new ArrayList<>();
    private final List<Place> written = new ArrayList<>();

    /**
     * Begins with what the iteration before leaves unfinished. What is loaded and stored is in other buffers then, for which the
     * queues wait.
     */
    void beginLoop(List<Instruction> body) {
        body.forEach(this::mustWait);
        read.removeIf(place -> isCopied(place.region()));
        written.removeIf(place -> isCopied(place.region()));
    }

    /**
     * Whether a loop needs a barrier before it begins: some instruction of it must wait for one before the loop, and for none of the
     * loop, where it would wait in each iteration.
     */
    static boolean mustWait(List<Instruction> before, List<Instruction> body) {
        VectorOrder ofLoop = new VectorOrder();
        ofLoop.beginLoop(body);
        VectorOrder first = new VectorOrder();
        before.forEach(first::mustWait);
        for (Instruction instruction : body) {
            if (ofLoop.mustWait(instruction)) {
                return false;
            }
            if (first.mustWait(instruction)) {
                return true;
            }
        }
        return false;
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
            read.clear();
            written.clear();
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
        read.clear();
        written.clear();
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

    private static boolean overlaps(List<Place> places, Place place) {
        return places.stream().anyMatch(place::overlaps);
    }
}
