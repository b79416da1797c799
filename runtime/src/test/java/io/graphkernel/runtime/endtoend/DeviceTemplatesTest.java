package io.graphkernel.runtime.endtoend;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.OpenClTests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every schedule template on an OpenCL device. */
class DeviceTemplatesTest {
    private final Device device = OpenClTests.device();

    static Stream<TemplateCase> templates() {
        return Templates.all().stream();
    }

    @ParameterizedTest
    @MethodSource("templates")
    void agreesWithTheReference(TemplateCase template) {
        List<int[]> sizes = template.sizes();
        for (int i = 0; i < sizes.size(); i += 3) {
            template.assertAgrees(device, sizes.get(i));
        }
    }
}
