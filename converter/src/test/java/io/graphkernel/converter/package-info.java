/** Tests of the converter. */
package io.graphkernel.converter;
