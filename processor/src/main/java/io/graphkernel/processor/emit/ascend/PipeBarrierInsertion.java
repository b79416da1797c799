package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.LocalBuffer;
import io.graphkernel.processor.lower.tile.TileKernel.LocalRegion;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.ValueShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Insertion of pipe barriers between vector instructions with data dependences. Without a barrier an instruction may
 * start before the previous one has written or read its elements.
 */
final class PipeBarrierInsertion {

    private final Set<LocalBuffer> read = new LinkedHashSet<>();
    private final Set<LocalBuffer> written = new LinkedHashSet<>();

    /** Returns a copy of the state. */
    PipeBarrierInsertion copy() {
        PipeBarrierInsertion copy = new PipeBarrierInsertion();
        copy.merge(this);
        return copy;
    }

    /**
     * Merges the state of another control-flow path.
     *
     * @return true if the state has changed
     */
    boolean merge(PipeBarrierInsertion other) {
        boolean isMoreRead = read.addAll(other.read);
        return written.addAll(other.written) || isMoreRead;
    }

    /** Replaces the state. */
    void replaceWith(PipeBarrierInsertion other) {
        reset();
        merge(other);
    }

    /** Clears the state, as after a barrier. */
    void reset() {
        read.clear();
        written.clear();
    }

    /** Removes loaded and stored buffers from the state, which the queues synchronize. */
    void beginTile() {
        read.removeIf(buffer -> isCopied(buffer.region()));
        written.removeIf(buffer -> isCopied(buffer.region()));
    }

    /** Adds the next instruction, and returns true if it needs a barrier. */
    boolean needsBarrier(Instruction next) {
        if (foldsLanes(next)) {
            return waitsToFold(next);
        }
        List<LocalBuffer> targets = new ArrayList<>(List.of(next.target()));
        // A reduction also writes its partial results, and repacking its offsets.
        next.sources().stream()
                .filter(source -> isReduced(source) || next.operation() == Operation.REPACK)
                .forEach(targets::add);
        // A reduction without an instruction also writes its scratch buffers.
        if (next.sources().size() > 2 && isReduced(next.sources().get(0))) {
            targets.addAll(next.sources()
                    .subList(next.sources().size() - 2, next.sources().size()));
        }
        if (next.operation() == Operation.SPLIT_INT64) {
            targets.add(next.sources().get(1));
        }
        if (next.operation() == Operation.RANDOM) {
            targets.addAll(next.sources()
                    .subList(Operation.RANDOM_OPERANDS, next.sources().size()));
        }
        if (next.operation() == Operation.JOIN_INT64) {
            targets.addAll(next.sources().subList(2, 4));
        }
        // A scan also writes its carry and its scratch tiles.
        if (next.operation().isScan()) {
            targets.addAll(next.sources().subList(1, next.sources().size()));
        }
        boolean waits = targets.stream().anyMatch(target -> overlaps(written, target) || overlaps(read, target))
                || next.sources().stream().anyMatch(source -> overlaps(written, source));
        if (waits) {
            reset();
        }
        read.addAll(next.sources());
        written.addAll(targets);
        return waits;
    }

    /** Returns true if the instruction initializes its partial results and waits before it reads them. */
    private static boolean foldsLanes(Instruction next) {
        List<LocalBuffer> sources = next.sources();
        return next.target().shape() == ValueShape.COLUMN
                && sources.size() > 1
                && sources.get(0).shape() == ValueShape.PARTS
                && sources.get(1).shape() == ValueShape.TILE;
    }

    private boolean waitsToFold(Instruction next) {
        LocalBuffer partials = next.sources().get(0);
        boolean waits = overlaps(written, partials) || overlaps(read, partials);
        reset();
        read.addAll(next.sources());
        written.addAll(next.sources());
        written.remove(next.sources().get(1));
        written.add(next.target());
        return waits;
    }

    private static boolean isReduced(LocalBuffer buffer) {
        return buffer.shape() == ValueShape.PARTS || buffer.shape() == ValueShape.TOTAL;
    }

    private static boolean isCopied(LocalRegion region) {
        return region == LocalRegion.LOADED || region == LocalRegion.STORED;
    }

    private static boolean overlaps(Set<LocalBuffer> buffers, LocalBuffer buffer) {
        return buffers.stream().anyMatch(buffer::overlaps);
    }
}
