package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.download;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.upload;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Single instructions with known results, one per line of {@code instructions.txt}: the instruction, the registers of
 * the result and of its operands by their letters, the operands' bits, and those of the result.
 */
@Tag("emulated")
class InstructionTest {
    private record Case(String instruction, String registers, List<String> operands, String result) {
        static Case parse(String line) {
            String[] fields = line.split("\\|");
            String[] head = fields[0].strip().split("\\s+");
            return new Case(head[0], head[1], List.of(fields[1].strip().split("\\s+")), fields[2].strip());
        }

        /** The operation on registers 1, 2 and so on, with the result in register 9; one lane per test case. */
        String ptx() {
            StringBuilder body = new StringBuilder("ld.param.u64 %rd18, [p];\n");
            for (int i = 1; i < registers.length(); i++) {
                body.append("ld.global.u64 %%rd17, [%%rd18+%d];\n".formatted(8 * i));
                body.append(narrowed(i));
            }
            String arguments = IntStream.range(0, registers.length())
                    .mapToObj(i -> register(i))
                    .collect(Collectors.joining(", "));
            body.append(instruction).append(' ').append(arguments).append(";\n");
            body.append(widened());
            return body.append("st.global.u64 [%rd18], %rd17;\nret;\n").toString();
        }

        private String register(int i) {
            int number = i == 0 ? 8 : i;
            return switch (registers.charAt(i)) {
                case 'p' -> "%p" + number;
                case 'h' -> "%rs" + number;
                case 'r' -> "%r" + number;
                case 'd' -> "%rd" + number;
                case 'f' -> "%f" + number;
                case 'g' -> "%fd" + number;
                default -> throw new IllegalArgumentException(registers);
            };
        }

        private String narrowed(int i) {
            return switch (registers.charAt(i)) {
                case 'p' -> "setp.ne.s64 " + register(i) + ", %rd17, 0;\n";
                case 'h' -> "cvt.u16.u64 " + register(i) + ", %rd17;\n";
                case 'r' -> "cvt.u32.u64 " + register(i) + ", %rd17;\n";
                case 'f' -> "cvt.u32.u64 %r17, %rd17;\nmov.b32 " + register(i) + ", %r17;\n";
                default -> "mov.b64 " + register(i) + ", %rd17;\n";
            };
        }

        private String widened() {
            return switch (registers.charAt(0)) {
                case 'p' -> "selp.b64 %rd17, 1, 0, %p8;\n";
                case 'h' -> "cvt.u64.u16 %rd17, %rs8;\n";
                case 'r' -> "cvt.u64.u32 %rd17, %r8;\n";
                case 'f' -> "mov.b32 %r17, %f8;\ncvt.u64.u32 %rd17, %r17;\n";
                case 'g' -> "mov.b64 %rd17, %fd8;\n";
                default -> "mov.b64 %rd17, %rd8;\n";
            };
        }

        @Override
        public String toString() {
            return instruction + " " + String.join(" ", operands);
        }
    }

    private static List<Case> cases() throws IOException {
        try (InputStream stream =
                Objects.requireNonNull(InstructionTest.class.getResourceAsStream("instructions.txt"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Case::parse)
                    .toList();
        }
    }

    @TestFactory
    List<DynamicTest> instruction_returnsTheKnownResult() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Case tested : cases()) {
            tests.add(DynamicTest.dynamicTest(tested.toString(), () -> run(tested)));
        }
        return tests;
    }

    private static void run(Case tested) {
        try (Cuda cuda = Cuda.open()) {
            assertThat(cuda.context()).isNotZero();
            ByteBuffer slots = Cuda.buffer(8 * tested.registers().length());
            for (int i = 1; i < tested.registers().length(); i++) {
                slots.putLong(8 * i, Long.parseUnsignedLong(tested.operands().get(i - 1), 16));
            }
            long memory = upload(slots.array());
            long kernel = function(load(Ptx.kernel("k", 1, tested.ptx())), "k");
            check(launch(kernel, 1, 32, 0, memory));
            long result = download(memory, 8).getLong(0);
            assertThat(Long.toHexString(result)).isEqualTo(tested.result());
        }
    }
}
