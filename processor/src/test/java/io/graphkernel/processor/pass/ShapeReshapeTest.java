package io.graphkernel.processor.pass;

import io.graphkernel.processor.pass.pattern.ShapeReshape;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShapeReshapeTest {

    static List<Path> cases() {
        return PassCases.of("shape_reshape");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shapeReshape_rewritesGraphAsInFile(Path file) {
        PassCases.check(new ShapeReshape(), file);
    }
}
