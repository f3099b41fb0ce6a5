<?php
/**
 * The ways into WordPress, each of which stops at the gate, and the answer there.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Refuses requests.
 */
final class Lintel_Gate_Requests {
	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
	}

	/**
	 * Sends the refusal's status and headers.
	 *
	 * @param string $return_path Path and query to come back to.
	 */
	public static function refuse( string $return_path ): void {
		if ( ! Lintel_Gate_Settings::is_ready() ) {
			status_header( 503 );
			return;
		}
		$start = Lintel_Gate_Return_Address::start( Lintel_Gate_Settings::origin(), Lintel_Gate_Settings::get( 'site_id' ), $return_path );
		header( 'Lintel-Gate: ' . $start );
		if ( self::is_navigation() ) {
			status_header( 302 );
			header( 'Location: ' . $start );
			return;
		}
		status_header( 401 );
	}

	/**
	 * Whether a person opens a page. A redirect would break everything else (fetch, sockets, service workers, forms).
	 */
	public static function is_navigation(): bool {
		$header = static function ( string $name ): string {
			// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- compared, never printed or stored.
			return isset( $_SERVER[ $name ] ) ? strtolower( (string) $_SERVER[ $name ] ) : '';
		};
		return in_array( $header( 'REQUEST_METHOD' ), array( 'get', 'head' ), true )
			&& false !== strpos( $header( 'HTTP_ACCEPT' ), 'text/html' )
			&& in_array( $header( 'HTTP_SEC_FETCH_MODE' ), array( '', 'navigate' ), true )
			&& '' === $header( 'HTTP_UPGRADE' );
	}
}
