package io.graphkernel.processor.pass;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelPacketTest {

    static List<Path> cases() {
        return PassCases.of("kernel_packet");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void kernelPacket_rewritesGraphAsInFile(Path file) {
        PassCases.check(new KernelPacket(), file);
    }
}
