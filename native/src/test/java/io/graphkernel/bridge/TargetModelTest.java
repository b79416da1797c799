package io.graphkernel.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.common.target.CpuModel;
import io.graphkernel.common.target.GpuModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tuning constants that C repeats equal those of the target models. C is compiled without Java, so that it cannot
 * read them.
 */
class TargetModelTest {

    private static final CpuModel.Prefetching PREFETCHING = CpuModel.Prefetching.DEFAULT;
    private static final CpuLibraryModel CPU = CpuLibraryModel.DEFAULT;
    private static final GpuModel.Teams TEAMS = GpuModel.Teams.DEFAULT;
    private static final GpuModel.Library GPU = GpuModel.Library.DEFAULT;
    private static final AscendModel.Memory ASCEND = AscendModel.Memory.DEFAULT;

    /** Lanes of the widest vectors. */
    private static final long LANES = 16;

    static Stream<Arguments> constants() {
        return Stream.of(
                numbers("gk_memory.h", "__builtin_prefetch\\(source, 0, (\\d+)\\)", PREFETCHING.locality()),
                numbers("gk_memory.h", "__builtin_prefetch\\(target, 1, (\\d+)\\)", PREFETCHING.locality()),
                define("gk_kernel.h", "GK_VECTORS", CpuModel.Unrolling.DEFAULT.jammedVectors()),
                define("gk_attention_dtypes.h", "GK_ITEM_QUERIES", CPU.attentionQueries()),
                define("gk_attention_dtypes.h", "GK_TILE_KEYS", CPU.attentionKeys()),
                define("gk_attention_dtypes.h", "GK_CHUNK_KEYS", CPU.attentionChunkKeys()),
                define("gk_matmul.c", "GK_MATMUL_PANEL_BYTES", CPU.matMulPanelBytes()),
                define("gk_gather_gradient.c", "GK_GATHER_VECTORS", CPU.gatherGradientColumns() / LANES),
                define("graphkernel_gpu.h", "GK_BLOCK_THREADS", GpuModel.Launch.DEFAULT.threadsPerBlock()),
                define("gk_gather_gradient.cl", "GK_POSITIONS", GPU.gatherGradientPositions()),
                numbers("gk_gpu_memory.h", "wanted > (\\d+) \\? wanted : vectors < \\d+ \\?", TEAMS.minThreads()),
                numbers("gk_gpu_memory.h", "vectors < (\\d+) \\? vectors : \\d+,", TEAMS.minThreads()),
                numbers("gk_gather_gradient.asc", "GK_UNIT = (\\d+) / GK_BYTES", ASCEND.blockBytes()),
                numbers("gk_gather_gradient.asc", "remainder of the (\\d+) bytes", ASCEND.unifiedBufferBytes()),
                numbers("gk_gpu_memory.h", "iterations / (\\d+), \\d+", TEAMS.iterationsPerThread()),
                numbers("gk_gpu_memory.h", "iterations / \\d+, (\\d+)", TEAMS.maxThreadsPerColumn()));
    }

    private static Arguments define(String file, String name, long... expected) {
        return numbers(file, "#define " + name + " (\\d+)\\b", expected);
    }

    private static Arguments numbers(String file, String pattern, long... expected) {
        return arguments(file, pattern, expected);
    }

    @ParameterizedTest
    @MethodSource("constants")
    void sources_haveTheNumbersOfTheModel(String file, String pattern, long[] expected) throws IOException {
        // Headers belong to the processor, which prints the kernels that include them.
        String module = file.endsWith(".h") ? "processor" : "native";
        Path source =
                Path.of(System.getProperty("basedir")).resolveSibling(module).resolve("src/main/c");
        String text = Files.readString(source.resolve(file));
        assertThat(Pattern.compile(pattern).matcher(text).results())
                .extracting((MatchResult match) -> Long.parseLong(match.group(1)))
                .containsExactlyInAnyOrder(Arrays.stream(expected).boxed().toArray(Long[]::new));
    }
}
