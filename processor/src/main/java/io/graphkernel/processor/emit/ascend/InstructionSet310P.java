package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.tile.RowKernel;
import io.graphkernel.processor.lower.tile.RowTiles;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Instruction;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileResult;
import io.graphkernel.processor.lower.tile.TileShape;
import io.graphkernel.processor.lower.tile.TransferLayout;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the AI cores of the Ascend 310P, {@code NPU_ARCH} 2002, lack of what other chips have. Their compiler takes calls that do
 * nothing there, so that a kernel with one must not get there.
 */
final class InstructionSet310P {

    private static final String NO_BF16 = "has no bf16";

    private final Kernel kernel;

    private InstructionSet310P(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Why the chip cannot run a kernel that others can.
     *
     * @param kernel a kernel
     * @param tiles what it is lowered to
     * @return empty if it can
     */
    static Optional<Refusal> refusal(Kernel kernel, TileResult tiles) {
        InstructionSet310P set = new InstructionSet310P(kernel);
        return tiles instanceof RowTiles rows
                ? Stream.of(Optional.of(rows.first()), rows.longRows(), rows.finish())
                        .flatMap(Optional::stream)
                        .map(set::refusal)
                        .flatMap(Optional::stream)
                        .findFirst()
                : set.refusal((TileKernel) tiles);
    }

    private Optional<Refusal> refusal(TileKernel tiles) {
        return first(
                Stream.concat(tiles.loads().stream(), tiles.stores().stream()),
                Stream.concat(tiles.constants().stream(), tiles.instructions().stream()));
    }

    private Optional<Refusal> refusal(RowKernel rows) {
        Stream<Instruction> ofSections = rows.parts().flatMap(section -> section.instructions().stream());
        return first(rows.transfers(), Stream.concat(rows.constants().stream(), ofSections));
    }

    private Optional<Refusal> first(Stream<Transfer> transfers, Stream<Instruction> instructions) {
        Stream<Refusal> ofCopies = transfers.flatMap(transfer -> refused(transfer.origin(), lack(transfer)).stream());
        Stream<Refusal> ofInstructions =
                instructions.flatMap(instruction -> refused(instruction.origin(), lack(instruction)).stream());
        return Stream.concat(ofCopies, ofInstructions).findFirst();
    }

    private Optional<Refusal> refused(Origin origin, Optional<String> lack) {
        List<Node> ops = kernel.group().nodes();
        Node op = ops.stream()
                .filter(each -> each.origin().equals(origin))
                .findFirst()
                .orElse(ops.get(0));
        return lack.map(reason -> new Refusal(op, "the 310P " + reason));
    }

    private static Optional<String> lack(Transfer transfer) {
        if (transfer.dtype() == DType.BF16) {
            return Optional.of(NO_BF16);
        }
        boolean isNarrow = transfer.dtype().byteSize() < Float.BYTES;
        if (transfer.shape() == TileShape.VARYING && isNarrow) {
            return Optional.of("does not repeat elements of 16 or 8 bits");
        }
        boolean isWide = transfer.dtype().byteSize() > Float.BYTES;
        return isWide && transfer.layout() != TransferLayout.PLAIN
                ? Optional.of("has no instruction that shifts bits, by which elements of 64 bits are put in order")
                : Optional.empty();
    }

    private static Optional<String> lack(Instruction instruction) {
        Operation operation = instruction.operation();
        DType to = instruction.target().dtype();
        if (Stream.concat(Stream.of(instruction.target()), instruction.sources().stream())
                .anyMatch(place -> place.dtype() == DType.BF16)) {
            return Optional.of(NO_BF16);
        }
        return switch (operation) {
            case SHIFT_RIGHT, RANDOM, JOIN -> Optional.of("has no instruction that shifts bits");
            case ROUND_TO_EVEN, ROUND_DOWN, ROUND_UP, ROUND_TO_ZERO ->
                Optional.of("has no instruction that rounds floats to floats");
            case CONVERT, TRUNCATE -> {
                DType from = instruction.sources().get(0).dtype();
                boolean converts =
                        operation == Operation.TRUNCATE ? from == DType.F32 && to == DType.I32 : converts(from, to);
                yield converts
                        ? Optional.empty()
                        : Optional.of("has no instruction that converts " + from + " to " + to
                                + (operation == Operation.TRUNCATE ? " towards zero" : ""));
            }
            case SEPARATE, REPEAT ->
                to.byteSize() == Float.BYTES
                        ? Optional.empty()
                        : Optional.of("does not repeat elements of " + Byte.SIZE * to.byteSize() + " bits");
            default ->
                operation.isComparison() && instruction.sources().get(0).dtype() == DType.I32
                        ? Optional.of("has no instruction that compares integers")
                        : Optional.empty();
        };
    }

    /** What {@code Cast} has by the mode that conversions are printed with. */
    private static boolean converts(DType from, DType to) {
        return switch (from) {
            case F32 -> to == DType.F16 || to == DType.I32;
            case I32 -> to == DType.F32;
            case F16 -> to == DType.F32 || to.byteSize() == 1;
            case I8, U8, BOOL -> to == DType.F16;
            default -> false;
        };
    }
}
