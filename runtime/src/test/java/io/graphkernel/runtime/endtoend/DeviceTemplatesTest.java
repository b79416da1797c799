package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Device;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every schedule template on every kind of GPU. */
@ParameterizedClass
@MethodSource("io.graphkernel.runtime.TestDevices#all")
class DeviceTemplatesTest {
    @Parameter
    Device device;

    static Stream<TemplateCase> templates() {
        return Templates.all().stream();
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
