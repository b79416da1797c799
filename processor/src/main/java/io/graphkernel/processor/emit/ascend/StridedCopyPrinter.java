package io.graphkernel.processor.emit.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.tile.TileKernel;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.lower.tile.TransferLayout;
import io.graphkernel.processor.lower.tile.ValueShape;
import java.util.List;
import java.util.function.Supplier;

/** Printer of copies of non-contiguous elements, and of their repacking. */
final class StridedCopyPrinter {

    private static final int BLOCK_BYTES = AscendModel.DEFAULT.memory().blockBytes();

    private final Transfer transfer;
    private final int bytes;

    StridedCopyPrinter(Transfer transfer) {
        this.transfer = transfer;
        this.bytes = transfer.dtype().byteSize();
    }

    /** Returns the call that loads. */
    String load(String target, String source) {
        String step = integer(transfer.step());
        return switch (transfer.layout()) {
            case PLAIN -> call("gk_load_rows", target, source, rows(), lanes(), pitch(), stride());
            case SPANNED -> {
                String first = step.startsWith("-") && !lanes().equals("1") ? backwards(source, step) : source;
                String span = "%1$s == 0 ? 0 : (%1$s - 1) * %2$d + 1".formatted(lanes(), transfer.spannedDistance());
                yield call(
                        "gk_load_rows",
                        target,
                        first,
                        rows(),
                        span,
                        pitch() + " * " + transfer.spannedDistance(),
                        stride());
            }
            case APART -> call("gk_load_strided", target, source, rows(), lanes(), pitch(), stride(), step);
            case REPEATED -> call("gk_load_rows", target, source, rows(), "1", "" + BLOCK_BYTES / bytes, stride());
            case BY_LANES -> call("gk_load_lanes", target, source, rows(), lanes(), ofLane(), step);
        };
    }

    /** Returns the address of the element at the lowest address. */
    private String backwards(String source, String step) {
        return source.substring(0, source.length() - 1) + " + (" + lanes() + " - 1) * " + step + "]";
    }

    /** Returns the call that loads gathered slices. */
    String loadSlices(String target, String source, String index) {
        TileKernel.GatheredSlices gathered = transfer.gathered().orElseThrow();
        if (gathered.ofElements()) {
            return call(
                    "gk_load_elements",
                    target,
                    source,
                    rows(),
                    lanes(),
                    pitch(),
                    stride(),
                    integer(transfer.step()),
                    index,
                    indexSteps(gathered),
                    integer(gathered.stride()),
                    integer(gathered.extent()));
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
                next(gathered),
                integer(gathered.stride()),
                integer(gathered.extent()));
    }

    /** Returns the operands of the function that zeroes missing slices. */
    List<String> zeroOperands(String index) {
        TileKernel.GatheredSlices gathered = transfer.gathered().orElseThrow();
        return gathered.ofElements()
                ? List.of(rows(), lanes(), pitch(), index, indexSteps(gathered), integer(gathered.extent()))
                : List.of(rows(), pitch(), index, next(gathered), integer(gathered.extent()));
    }

    /** Returns the name of the function that zeroes missing slices. */
    String zeroFunction() {
        return transfer.gathered().orElseThrow().ofElements() ? "gk_clear_elements" : "gk_clear_slices";
    }

    /** Returns the strides of gather indices along rows and lanes. */
    private String indexSteps(TileKernel.GatheredSlices gathered) {
        return switch (gathered.shape()) {
            case TILE -> "pitch, 1";
            case LANES -> "0, 1";
            case COLUMN -> transfer.shape() == ValueShape.COLUMN ? "0, 1" : "1, 0";
            default -> "0, 0";
        };
    }

    /** Returns the identifier of the tensor of gather indices. */
    static String index(Transfer slices, Supplier<String> computed) {
        return slices.gathered()
                .orElseThrow()
                .index()
                .map(index -> "i" + index.name().substring(1))
                .orElseGet(computed);
    }

    private static String next(TileKernel.GatheredSlices gathered) {
        return gathered.shape() == ValueShape.SINGLE || gathered.shape() == ValueShape.UNIFORM ? "0" : "1";
    }

    /** Returns the call that stores. */
    String store(String target, String source) {
        return call(
                "gk_store_strided",
                "edge",
                target,
                source,
                rows(),
                lanes(),
                pitch(),
                stride(),
                integer(transfer.step()));
    }

    /** Returns the name of the function that repacks. */
    String repackFunction() {
        return bytes == 1 ? "gk_arrange_bytes" : bytes > Float.BYTES ? "gk_arrange_wide" : "gk_arrange";
    }

    /** Returns the operands of the function that repacks. */
    List<String> repackOperands() {
        int block = BLOCK_BYTES;
        String step = integer(transfer.step());
        String rowBytes = switch (transfer.layout()) {
            case PLAIN -> throw new IllegalStateException("the elements are contiguous");
            case SPANNED -> pitch() + " * " + transfer.spannedDistance() * bytes;
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
        String byteCount = byLanes ? lanes() + " * " + ofLane() : rows() + " * " + rowBytes;
        return bytes == 1 ? List.of(byteCount, numbers) : List.of(numbers);
    }

    private static String call(String function, String... operands) {
        return function + "(" + String.join(", ", operands) + ")";
    }

    /** Returns the number of elements per lane, padded to whole blocks. */
    private String ofLane() {
        int unit = BLOCK_BYTES / bytes;
        return "((int32_t) max_rows + " + (unit - 1) + ") / " + unit + " * " + unit;
    }

    private String rows() {
        return transfer.shape() == ValueShape.TILE ? "rows" : "1";
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
            case COLUMN -> String.valueOf(AscendModel.DEFAULT.vector().columnElements());
            default -> String.valueOf(Byte.SIZE);
        };
    }

    private String stride() {
        List<Dim> strides = transfer.strides();
        return transfer.shape() == ValueShape.TILE ? integer(strides.get(strides.size() - 1)) : "0";
    }

    private static String integer(Dim dim) {
        return AscendTypes.integer(CodeBuilder.size(dim));
    }
}
