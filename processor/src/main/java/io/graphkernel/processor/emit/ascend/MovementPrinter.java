package io.graphkernel.processor.emit.ascend;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TileShape;
import io.graphkernel.processor.lower.tile.TransferLayout;
import java.util.List;
import java.util.function.Supplier;

/** How a copy whose elements do not lie one after the other is printed: what it brings, and where each element is then. */
final class MovementPrinter {

    private final Transfer transfer;
    private final int bytes;

    MovementPrinter(Transfer transfer) {
        this.transfer = transfer;
        this.bytes = transfer.dtype().byteSize();
    }

    /** The bits of what is copied out, of which single elements are apart, whatever lies between them. */
    RowMemory.Bits storedBits(RowMemory.Bits plain) {
        return transfer.layout() == TransferLayout.PLAIN ? plain : plain.times(UnifiedBuffer.BLOCK_BYTES / bytes);
    }

    /** The bits that it takes of local memory, if {@code plain} are those of its elements alone. */
    RowMemory.Bits bits(RowMemory.Bits plain) {
        RowMemory.Bits copied = copied(plain);
        // Bytes become floats of 16 bits, next to them.
        return bytes == 1 && transfer.layout() != TransferLayout.PLAIN ? copied.times(1 + Short.BYTES) : copied;
    }

    private RowMemory.Bits copied(RowMemory.Bits plain) {
        int block = UnifiedBuffer.BLOCK_BYTES;
        return switch (transfer.layout()) {
            case PLAIN -> plain;
            case SPANNED -> plain.times((int) apart());
            case APART -> plain.times(block / bytes);
            case REPEATED ->
                transfer.shape() == TileShape.TILE
                        ? new RowMemory.Bits(0, 0, block * Byte.SIZE, 0)
                        : new RowMemory.Bits(0, 0, 0, block * Byte.SIZE);
            // Each lane begins at a block.
            case BY_LANES -> new RowMemory.Bits(plain.tile(), (block - bytes) * Byte.SIZE, 0, 0);
        };
    }

    private long apart() {
        return Math.abs(((Dim.Constant) transfer.step()).size());
    }

    /** The call that copies it in. */
    String load(String target, String source) {
        String step = whole(transfer.step());
        return switch (transfer.layout()) {
            case PLAIN -> call("gk_load_rows", target, source, rows(), lanes(), pitch(), stride());
            case SPANNED -> {
                String first = step.startsWith("-") && !lanes().equals("1") ? backwards(source, step) : source;
                String span = "%1$s == 0 ? 0 : (%1$s - 1) * %2$d + 1".formatted(lanes(), apart());
                yield call("gk_load_rows", target, first, rows(), span, pitch() + " * " + apart(), stride());
            }
            case APART -> call("gk_load_apart", target, source, rows(), lanes(), pitch(), stride(), step);
            case REPEATED ->
                call("gk_load_rows", target, source, rows(), "1", "" + UnifiedBuffer.BLOCK_BYTES / bytes, stride());
            case BY_LANES -> call("gk_load_lanes", target, source, rows(), lanes(), ofLane(), step);
        };
    }

    /** The element at the lowest address. */
    private String backwards(String source, String step) {
        return source.substring(0, source.length() - 1) + " + (" + lanes() + " - 1) * " + step + "]";
    }

    /** The call that copies slices in. */
    String loadSlices(String target, String source, String index) {
        TileKernel.Taken taken = transfer.taken().orElseThrow();
        if (taken.ofElements()) {
            return call(
                    "gk_load_elements",
                    target,
                    source,
                    rows(),
                    lanes(),
                    pitch(),
                    stride(),
                    whole(transfer.step()),
                    index,
                    indexSteps(taken),
                    whole(taken.stride()),
                    whole(taken.extent()));
        }
        return call(
                "gk_load_slices",
                target,
                source,
                rows(),
                lanes(),
                pitch(),
                stride(),
                index,
                next(taken),
                whole(taken.stride()),
                whole(taken.extent()));
    }

    /** What clears those that are none takes after its tensor. */
    List<String> slices(String index) {
        TileKernel.Taken taken = transfer.taken().orElseThrow();
        return taken.ofElements()
                ? List.of(rows(), lanes(), pitch(), index, indexSteps(taken), whole(taken.extent()))
                : List.of(rows(), pitch(), index, next(taken), whole(taken.extent()));
    }

    /** What clears those that are none. */
    String clearing() {
        return transfer.taken().orElseThrow().ofElements() ? "gk_clear_elements" : "gk_clear_slices";
    }

    /** From the index of an element to that of the next row, and of the next lane. */
    private String indexSteps(TileKernel.Taken taken) {
        return switch (taken.shape()) {
            case TILE -> "pitch, 1";
            case LANES -> "0, 1";
            case COLUMN -> transfer.shape() == TileShape.COLUMN ? "0, 1" : "1, 0";
            default -> "0, 0";
        };
    }

    /** What the tensor of the indices is called, of those in memory by its buffer. */
    static String index(Transfer slices, Supplier<String> computed) {
        return slices.taken()
                .orElseThrow()
                .index()
                .map(index -> "i" + index.name().substring(1))
                .orElseGet(computed);
    }

    private static String next(TileKernel.Taken taken) {
        return taken.shape() == TileShape.SINGLE || taken.shape() == TileShape.UNIFORM ? "0" : "1";
    }

    /** The call that copies it out. */
    String store(String target, String source) {
        return call(
                "gk_store_apart", "edge", target, source, rows(), lanes(), pitch(), stride(), whole(transfer.step()));
    }

    /** The function that puts its elements one after the other. */
    String arranging() {
        return bytes == 1 ? "gk_arrange_bytes" : bytes > Float.BYTES ? "gk_arrange_wide" : "gk_arrange";
    }

    /** What that takes after its tensors. */
    List<String> places() {
        int block = UnifiedBuffer.BLOCK_BYTES;
        String step = whole(transfer.step());
        String rowBytes = switch (transfer.layout()) {
            case PLAIN -> throw new IllegalStateException("the elements lie one after the other");
            case SPANNED -> pitch() + " * " + apart() * bytes;
            case APART -> pitch() + " * " + block;
            case REPEATED -> String.valueOf(block);
            case BY_LANES -> String.valueOf(bytes);
        };
        String laneBytes = switch (transfer.layout()) {
            case PLAIN, REPEATED -> "0";
            case SPANNED -> String.valueOf(((Dim.Constant) transfer.step()).size() * bytes);
            case APART -> step + " < 0 ? -" + block + " : " + block;
            case BY_LANES -> ofLane() + " * " + bytes;
        };
        String numbers = String.join(", ", rows(), lanes(), pitch(), rowBytes, laneBytes);
        boolean byLanes = transfer.layout() == TransferLayout.BY_LANES;
        String all = byLanes ? lanes() + " * " + ofLane() : rows() + " * " + rowBytes;
        return bytes == 1 ? List.of(all, numbers) : List.of(numbers);
    }

    private static String call(String function, String... operands) {
        return function + "(" + String.join(", ", operands) + ")";
    }

    /** Elements of a lane, with those that fill its last block. */
    private String ofLane() {
        int unit = UnifiedBuffer.BLOCK_BYTES / bytes;
        return "((int32_t) most + " + (unit - 1) + ") / " + unit + " * " + unit;
    }

    private String rows() {
        return transfer.shape() == TileShape.TILE ? "rows" : "1";
    }

    private String lanes() {
        return switch (transfer.shape()) {
            case TILE, LANES -> "lanes";
            case COLUMN -> "rows";
            default -> "1";
        };
    }

    private String pitch() {
        return switch (transfer.shape()) {
            case TILE, LANES -> "pitch";
            case COLUMN -> String.valueOf(RowMemory.COLUMN);
            default -> String.valueOf(Byte.SIZE);
        };
    }

    private String stride() {
        List<Dim> strides = transfer.strides();
        return transfer.shape() == TileShape.TILE ? whole(strides.get(strides.size() - 1)) : "0";
    }

    private static String whole(Dim dim) {
        return AscendTypes.whole(Code.size(dim));
    }
}
