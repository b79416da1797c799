package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Declares the workspace of a plan: one region per temporary slot, then one per two-phase reduction. */
final class WorkspaceCode {

    /** The variable that counts the blocks of a two-phase reduction, and the workspace region of their results. */
    record Blocks(String count, int region) {}

    private final MethodNames names;
    private final List<String> regions = new ArrayList<>();
    private final Map<Kernel, Blocks> blocks = new IdentityHashMap<>();
    private final CodeBlock.Builder code = CodeBlock.builder();

    /**
     * A workspace.
     *
     * @param temporaries those that live in it
     */
    WorkspaceCode(Plan plan, List<Plan.Temporary> temporaries, MethodNames names) {
        this.names = names;
        int slots = temporaries.stream()
                .map(Plan.Temporary::slot)
                .max(Comparator.naturalOrder())
                .map(last -> last + 1)
                .orElse(0);
        for (int slot = 0; slot < slots; slot++) {
            int wanted = slot;
            Node value = temporaries.stream()
                    .filter(temporary -> temporary.slot() == wanted)
                    .findFirst()
                    .orElseThrow()
                    .value();
            region(value.dtype().byteSize() + " * "
                    + names.product(value.shape().dims()));
        }
        for (Kernel kernel : plan.kernels()) {
            if (kernel.finish() != null) {
                blocks.put(kernel, declared(kernel));
            }
        }
        if (!regions.isEmpty()) {
            code.addStatement("final long $L = $L.workspace($L)", names.workspace, names.frame, offset(regions.size()));
        }
    }

    private Blocks declared(Kernel kernel) {
        String count = names.unique("blocks");
        code.addStatement(
                "final long $L = $T.ceilDiv($L, $L)",
                count,
                RuntimeTypes.LAUNCH_FRAME,
                Partition.items(kernel, names),
                Partition.itemsPerBlock(kernel, names));
        Blocks parts = new Blocks(count, regions.size());
        region(count + " * " + Partition.partialBytesPerBlock(kernel, names));
        return parts;
    }

    private void region(String bytes) {
        String size = names.unique("bytes" + regions.size());
        code.addStatement("final long $L = $T.aligned($L)", size, RuntimeTypes.LAUNCH_FRAME, bytes);
        regions.add(size);
    }

    /** Comes before the kernels. */
    CodeBlock declaration() {
        return code.build();
    }

    /** The blocks of a kernel; null if it is not a two-phase reduction. */
    Blocks blocks(Kernel kernel) {
        return blocks.get(kernel);
    }

    /** Java text of the address of a region. */
    String address(int region) {
        return region == 0 ? names.workspace : names.workspace + " + " + offset(region);
    }

    private String offset(int region) {
        return region == 0 ? "0" : String.join(" + ", regions.subList(0, region));
    }
}
