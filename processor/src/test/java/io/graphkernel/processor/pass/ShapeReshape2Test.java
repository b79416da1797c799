package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.ShapeReshape2;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShapeReshape2Test {

    static List<Path> cases() {
        return PassCases.of("shape_reshape_2");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shapeReshape2_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ShapeReshape2(), file);
    }
}
