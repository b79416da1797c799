package io.graphkernel.processor.lower.tile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that tile functions have the polynomials of the native functions, whose error bounds are proven for all floats.
 */
class PolynomialCoefficientsTest {

    private static final Path SOURCES = Path.of("src/main/java/io/graphkernel/processor/lower/tile");
    private static final Path NATIVE = Path.of("src/main/c");
    private static final Pattern COEFFICIENT = Pattern.compile("0x1\\.\\p{XDigit}+p[+-]\\d+");

    @ParameterizedTest
    @ValueSource(strings = {"ExponentialLowering", "InverseTrigLowering", "FloatPowLowering"})
    void polynomials_haveCoefficientsOfNativeFunctions(String source) throws IOException {
        Set<Double> known = new HashSet<>();
        try (Stream<Path> files = Files.list(NATIVE)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("gk_math"))
                    .toList()) {
                known.addAll(coefficients(file));
            }
        }

        assertThat(coefficients(SOURCES.resolve(source + ".java")))
                .hasSizeGreaterThan(3)
                .isSubsetOf(known);
    }

    private static List<Double> coefficients(Path file) throws IOException {
        return COEFFICIENT
                .matcher(Files.readString(file))
                .results()
                .map(found -> Double.valueOf(found.group()))
                .toList();
    }
}
