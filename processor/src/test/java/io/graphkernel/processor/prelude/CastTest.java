package io.graphkernel.processor.prelude;

import io.graphkernel.graph.DataType;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of conversions between all dtypes, on every instruction set of this machine. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "asks Linux for the instruction sets")
@Tag("slow")
class CastTest {

    @Test
    void casts_convertTheExactValue() throws Exception {
        for (DataType from : DataType.values()) {
            List<Number> samples = Elements.samples(from);
            for (DataType to : DataType.values()) {
                List<Number> expected =
                        samples.stream().map(x -> Elements.cast(x, to)).toList();
                PreludeChecks.checkElementwise("cast " + from + " " + to, from, to, samples, samples, expected);
            }
        }
    }
}
