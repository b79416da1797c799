package io.graphkernel.processor.frontend.kernel;

import java.util.List;

/**
 * Parameter of a kernel method that chooses between compiled variants.
 *
 * @param name the Java name
 * @param position index among all parameters of the method
 * @param type its type
 * @param values texts of the compiled values, in order
 */
public record VariantParameter(String name, int position, VariantType type, List<String> values) {

    public VariantParameter {
        values = List.copyOf(values);
    }
}
