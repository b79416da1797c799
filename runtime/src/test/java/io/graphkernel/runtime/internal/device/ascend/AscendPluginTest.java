package io.graphkernel.runtime.internal.device.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Libraries that are no AscendCL. */
@EnabledOnOs(OS.LINUX)
class AscendPluginTest {
    private final String named = System.getProperty(AscendApi.PROPERTY);

    @AfterEach
    void reset() {
        if (named == null) {
            System.clearProperty(AscendApi.PROPERTY);
        } else {
            System.setProperty(AscendApi.PROPERTY, named);
        }
    }

    @Test
    void aMissingLibraryIsNamed() {
        assertThat(reason("libnowhere.so")).startsWith("AscendCL of CANN cannot be loaded: libnowhere.so");
    }

    @Test
    void aMissingFunctionIsNamed() {
        assertThat(reason("libc.so.6"))
                .isEqualTo("AscendCL of CANN cannot be loaded: libc.so.6 has no function aclInit");
    }

    private static String reason(String library) {
        System.setProperty(AscendApi.PROPERTY, library);
        return new AscendPlugin().find().get(0).reason();
    }
}
