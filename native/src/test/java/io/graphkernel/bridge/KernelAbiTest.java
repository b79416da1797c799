package io.graphkernel.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.abi.KernelAbi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The numbers that C repeats are those of {@link KernelAbi}. */
class KernelAbiTest {

    @ParameterizedTest
    @CsvSource({
        "bridge.c, GK_ABI_VERSION, " + KernelAbi.VERSION,
        "graphkernel_gpu.h, GK_GROUP_THREADS, " + KernelAbi.GROUP_THREADS,
        "gk_kernel.h, GK_BROADCAST_INNER, " + KernelAbi.BROADCAST_INNER_SLOT,
        "gk_kernel.h, GK_BROADCAST_DIMS, " + KernelAbi.BROADCAST_DIMS_SLOT,
        "gk_kernel.h, GK_BROADCAST_OPERANDS, " + KernelAbi.BROADCAST_HEAD_SLOTS,
        "gk_kernel.h, GK_BROADCAST_STRIDES, " + KernelAbi.BROADCAST_OPERAND_SLOTS,
        "gk_gpu_memory.h, GK_BROADCAST_DIMS, " + KernelAbi.BROADCAST_DIMS_SLOT,
        "gk_gpu_memory.h, GK_BROADCAST_OPERANDS, " + KernelAbi.BROADCAST_HEAD_SLOTS,
        "gk_gpu_memory.h, GK_BROADCAST_STRIDES, " + KernelAbi.BROADCAST_OPERAND_SLOTS
    })
    void headersHaveTheNumber(String file, String name, int number) throws IOException {
        String text = Files.readString(Path.of(System.getProperty("basedir"), "src/main/c", file));
        assertThat(Pattern.compile("\\b" + name + "(?: =)? (\\d+)\\b")
                        .matcher(text)
                        .results())
                .extracting((MatchResult match) -> Integer.parseInt(match.group(1)))
                .containsExactly(number);
    }

    @Test
    void theBridgePinsAsManyArrays() {
        long most = Arrays.stream(NativeBridge.class.getMethods())
                .filter(method -> method.getName().equals("launchArrays"))
                .mapToLong(method -> Arrays.stream(method.getParameterTypes())
                        .filter(type -> type == float[].class)
                        .count())
                .max()
                .orElseThrow();
        assertThat(most).isEqualTo(KernelAbi.PINNED_ARRAYS);
    }
}
