package io.graphkernel.processor.onnx;

import io.graphkernel.annotations.OnnxModel;
import io.graphkernel.processor.onnx.adapter.AdapterInsertion;
import java.lang.annotation.AnnotationTypeMismatchException;
import java.lang.annotation.IncompleteAnnotationException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;

/**
 * Arguments of the annotation of a model.
 *
 * @param file path of the model
 * @param shapes dims of inputs
 * @param values values of inputs
 * @param maxSizes maximum sizes of tensors
 * @param flags flags of the method
 * @param weights path of a file with other weights; empty for none
 * @param trainable patterns of trainable weights
 * @param adapters adapters of weights
 * @param ragged input with the padding mask; empty for padded batches
 */
record ModelRequest(
        String file,
        String shapes,
        String values,
        String maxSizes,
        String flags,
        String weights,
        List<String> trainable,
        List<AdapterInsertion.Request> adapters,
        String ragged) {

    /** Returns the arguments; empty after an error that javac reports. */
    static Optional<ModelRequest> of(TypeElement type) {
        OnnxModel annotation = type.getAnnotation(OnnxModel.class);
        try {
            return Optional.of(new ModelRequest(
                    annotation.value(),
                    annotation.inputShapes(),
                    annotation.inputValues(),
                    annotation.maxSizes(),
                    annotation.flags(),
                    annotation.weights(),
                    List.of(annotation.trainable()),
                    Stream.of(annotation.adapters())
                            .map(adapters -> new AdapterInsertion.Request(
                                    List.of(adapters.weights()), adapters.rank(), adapters.scale()))
                            .toList(),
                    annotation.ragged()));
        } catch (IncompleteAnnotationException | AnnotationTypeMismatchException e) {
            return Optional.empty();
        }
    }
}
