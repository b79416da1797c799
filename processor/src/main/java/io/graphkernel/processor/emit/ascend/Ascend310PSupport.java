package io.graphkernel.processor.emit.ascend;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileLoweringResult;
import io.graphkernel.processor.lower.tile.TileLoweringResult.RowKernelVariants;
import io.graphkernel.processor.lower.tile.TransferLayout;
import io.graphkernel.processor.lower.tile.ValueShape;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.UnsupportedReason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Feature support of the Ascend 310P, {@code NPU_ARCH} 2002, relative to other chips. Its compiler accepts unsupported
 * calls without an effect, so that kernels with such calls must be rejected here.
 */
final class Ascend310PSupport {

    private static final String NO_BF16 = "has no bf16";

    private final ScheduledKernel kernel;

    private Ascend310PSupport(ScheduledKernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Returns the reason why the 310P cannot run a kernel that other chips can.
     *
     * @param kernel a kernel
     * @param tiles its tiles
     * @return empty if the chip can run it
     */
    static Optional<UnsupportedReason> unsupportedReason(ScheduledKernel kernel, TileLoweringResult tiles) {
        Ascend310PSupport set = new Ascend310PSupport(kernel);
        return tiles instanceof RowKernelVariants rows
                ? Stream.of(Optional.of(rows.first()), rows.chunked(), rows.finish())
                        .flatMap(Optional::stream)
                        .map(set::unsupportedReason)
                        .flatMap(Optional::stream)
                        .findFirst()
                : set.unsupportedReason((TileKernel) tiles);
    }

    private Optional<UnsupportedReason> unsupportedReason(TileKernel tiles) {
        return first(
                Stream.concat(tiles.loads().stream(), tiles.stores().stream()),
                Stream.concat(tiles.constants().stream(), tiles.instructions().stream()));
    }

    private Optional<UnsupportedReason> unsupportedReason(RowKernel rows) {
        Stream<Instruction> ofSections = rows.program().parts().flatMap(section -> section.instructions().stream());
        return first(rows.program().transfers(), Stream.concat(rows.program().constants().stream(), ofSections));
    }

    private Optional<UnsupportedReason> first(Stream<Transfer> transfers, Stream<Instruction> instructions) {
        Stream<UnsupportedReason> ofCopies =
                transfers.flatMap(transfer -> reasonFor(transfer.origin(), missingFeature(transfer)).stream());
        Stream<UnsupportedReason> ofInstructions = instructions.flatMap(
                instruction -> reasonFor(instruction.origin(), missingFeature(instruction)).stream());
        return Stream.concat(ofCopies, ofInstructions).findFirst();
    }

    private Optional<UnsupportedReason> reasonFor(Origin origin, Optional<String> missingFeature) {
        List<Node> ops = kernel.group().nodes();
        Node op = ops.stream()
                .filter(node -> node.origin().equals(origin))
                .findFirst()
                .orElse(ops.get(0));
        return missingFeature.map(reason -> new UnsupportedReason(op, "the 310P " + reason));
    }

    private static Optional<String> missingFeature(Transfer transfer) {
        if (transfer.dtype() == DataType.BF16) {
            return Optional.of(NO_BF16);
        }
        boolean isNarrow = transfer.dtype().byteSize() < Float.BYTES;
        if (transfer.shape() == ValueShape.VARYING && isNarrow) {
            return Optional.of("does not repeat elements of 16 or 8 bits");
        }
        boolean isWide = transfer.dtype().byteSize() > Float.BYTES;
        return isWide && transfer.layout() != TransferLayout.PLAIN
                ? Optional.of("has no instruction that shifts bits, by which elements of 64 bits are put in order")
                : Optional.empty();
    }

    private static Optional<String> missingFeature(Instruction instruction) {
        Operation operation = instruction.operation();
        DataType to = instruction.target().dtype();
        if (Stream.concat(Stream.of(instruction.target()), instruction.sources().stream())
                .anyMatch(buffer -> buffer.dtype() == DataType.BF16)) {
            return Optional.of(NO_BF16);
        }
        return switch (operation) {
            case SHIFT_RIGHT, RANDOM, JOIN_INT64 -> Optional.of("has no instruction that shifts bits");
            case ROUND_TO_EVEN, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO ->
                Optional.of("has no instruction that rounds floats to floats");
            case CONVERT, TRUNCATE -> {
                DataType from = instruction.sources().get(0).dtype();
                boolean converts = operation == Operation.TRUNCATE
                        ? from == DataType.F32 && to == DataType.I32
                        : converts(from, to);
                yield converts
                        ? Optional.empty()
                        : Optional.of("has no instruction that converts " + from + " to " + to
                                + (operation == Operation.TRUNCATE ? " towards zero" : ""));
            }
            case EXPAND_TO_BLOCKS, FILL_BLOCKS ->
                to.byteSize() == Float.BYTES
                        ? Optional.empty()
                        : Optional.of("does not repeat elements of " + Byte.SIZE * to.byteSize() + " bits");
            default ->
                operation.isComparison() && instruction.sources().get(0).dtype() == DataType.I32
                        ? Optional.of("has no instruction that compares integers")
                        : Optional.empty();
        };
    }

    /** Returns true if {@code Cast} supports a conversion with the printed rounding mode. */
    private static boolean converts(DataType from, DataType to) {
        return switch (from) {
            case F32 -> to == DataType.F16 || to == DataType.I32;
            case I32 -> to == DataType.F32;
            case F16 -> to == DataType.F32 || to.byteSize() == 1;
            case I8, U8, BOOL -> to == DataType.F16;
            default -> false;
        };
    }
}
