package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.pass.PassCases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SingletonKernelsTest {

    static List<Path> cases() {
        return PassCases.of("singleton_kernels");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void singletonKernels_rewritesGraphAsInFile(Path file) {
        PassCases.check(new SingletonKernels(), file);
    }
}
