package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Device;
import io.graphkernel.testing.TestTier;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every schedule template on every kind of GPU; a sample in the fast tier, since drivers compile each for a second. */
@Tag("sampled")
@ParameterizedClass
@MethodSource("io.graphkernel.runtime.TestDevices#all")
class DeviceTemplatesTest {
    private static final int STRIDE = TestTier.select(15, 1, 1);

    @Parameter
    Device device;

    static Stream<TemplateCase> templates() {
        List<TemplateCase> cases = Templates.all();
        return IntStream.range(0, cases.size()).filter(i -> i % STRIDE == 0).mapToObj(cases::get);
    }

    @ParameterizedTest
    @MethodSource("templates")
    void template_onDevices_matchesReference(TemplateCase template) {
        List<int[]> sizes = template.sizes();
        for (int i = 0; i < sizes.size(); i += 3) {
            template.assertAgrees(device, sizes.get(i));
        }
    }
}
