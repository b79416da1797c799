package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Location;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Java text of the bytes that a kernel moves, and of what it does about caches therefore. */
final class CacheCode {

    private CacheCode() {}

    /** Bytes read and written per element of the whole domain. */
    static String elementBytes(Kernel kernel) {
        int bytes = Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                .filter(buffer -> buffer.mask() == kernel.space().fullMask())
                .mapToInt(buffer -> buffer.value().dtype().byteSize())
                .sum();
        return Math.max(bytes, 1) + "L";
    }

    /**
     * What a kernel that stores elements or walks rows several times does about caches. A result that several kernels
     * write leaves them as a whole.
     */
    static CodeBlock level(Plan plan, Kernel kernel, MethodNames names) {
        String footprint = plan.kernels().stream()
                .filter(other -> other == kernel || writesSameResult(other, kernel))
                .map(other -> elementBytes(other) + " * "
                        + names.dim(IterationSpace.product(other.space().runs())))
                .collect(Collectors.joining(" + "));
        return level(plan, kernel, names, footprint);
    }

    private static boolean writesSameResult(Kernel a, Kernel b) {
        return a.outputs().stream()
                .map(Buffer::location)
                .filter(Location.Result.class::isInstance)
                .anyMatch(result -> b.outputs().stream()
                        .anyMatch(output -> output.location().equals(result)));
    }

    private static boolean mayStream(Kernel kernel) {
        return kernel.stages().size() > 1
                || kernel.stages().stream().anyMatch(stage -> !stage.stores().isEmpty());
    }

    /**
     * What a kernel does about caches. What is updated in place stays in them.
     *
     * @param footprint Java text of the bytes that are moved
     */
    static CodeBlock level(Plan plan, Kernel kernel, MethodNames names, String footprint) {
        if (!mayStream(kernel)) {
            return CodeBlock.of("0");
        }
        CodeBlock.Builder code = CodeBlock.builder().add("$T.level($L, ", RuntimeTypes.STREAMING, footprint);
        if (kernel.outputs().stream().anyMatch(Buffer::isUpdate)) {
            return code.add("true, $L)", kernel.storesInOrder()).build();
        }
        List<CodeBlock> shared = new ArrayList<>();
        for (Buffer output : kernel.outputs()) {
            for (Buffer input : kernel.inputs()) {
                boolean mayShare = output.location() instanceof Location.Result result
                        && input.location() instanceof Location.Parameter parameter
                        && plan.mayShare(result.index(), parameter.name());
                if (mayShare) {
                    shared.add(CodeBlock.of(
                            "$L.address() == $L.address()",
                            names.tensor(output.location()),
                            names.tensor(input.location())));
                }
            }
        }
        return code.add(shared.isEmpty() ? CodeBlock.of("false") : CodeBlock.join(shared, " || "))
                .add(", $L)", kernel.storesInOrder())
                .build();
    }
}
