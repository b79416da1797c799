package io.graphkernel.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.KernelAbi;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The constants that C repeats equal those of {@link KernelAbi}. */
class KernelAbiTest {

    @ParameterizedTest
    @CsvSource({
        "bridge.c, GK_ABI_VERSION, " + KernelAbi.VERSION,
        "gk_kernel.h, GK_BROADCAST_INNER, " + KernelAbi.BROADCAST_INNER_SLOT,
        "gk_kernel.h, GK_BROADCAST_DIMS, " + KernelAbi.BROADCAST_DIMS_SLOT,
        "gk_kernel.h, GK_BROADCAST_OPERANDS, " + KernelAbi.BROADCAST_HEAD_SLOTS,
        "gk_kernel.h, GK_BROADCAST_STRIDES, " + KernelAbi.BROADCAST_OPERAND_SLOTS,
        "gk_gpu_memory.h, GK_BROADCAST_DIMS, " + KernelAbi.BROADCAST_DIMS_SLOT,
        "gk_gpu_memory.h, GK_BROADCAST_OPERANDS, " + KernelAbi.BROADCAST_HEAD_SLOTS,
        "gk_gpu_memory.h, GK_BROADCAST_STRIDES, " + KernelAbi.BROADCAST_OPERAND_SLOTS
    })
    void headers_haveTheNumber(String file, String name, int number) throws IOException {
        String text = text(file);
        assertThat(Pattern.compile("\\b" + name + "(?: =)? (\\d+)\\b")
                        .matcher(text)
                        .results())
                .extracting((MatchResult match) -> Integer.parseInt(match.group(1)))
                .containsExactly(number);
    }

    /** Returns the text of a source of this module, or of a header among the processor's resources. */
    private static String text(String file) throws IOException {
        if (file.endsWith(".c")) {
            return Files.readString(Path.of(System.getProperty("basedir"), "src/main/c", file));
        }
        try (InputStream header = KernelAbiTest.class.getResourceAsStream("/io/graphkernel/native/" + file)) {
            return new String(header.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void bridge_pinsThatManyArrays() {
        long most = Arrays.stream(NativeBridge.class.getMethods())
                .filter(method -> method.getName().equals("launchPinned"))
                .mapToLong(method -> Arrays.stream(method.getParameterTypes())
                        .filter(type -> type == float[].class)
                        .count())
                .max()
                .orElseThrow();
        assertThat(most).isEqualTo(KernelAbi.PINNED_ARRAYS);
    }
}
